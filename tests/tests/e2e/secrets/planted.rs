//! Fifty secrets of different shapes, put together when the tests run: none stands in the
//! repository, so that no scanner takes this file for a leak.

/// A secret and the text that it stands in.
#[derive(Debug)]
pub(super) struct Planted {
    pub(super) shape: &'static str,
    pub(super) secret: String,
    before: String,
    after: String,
}

impl Planted {
    fn new(shape: &'static str, before: &str, secret: String, after: &str) -> Self {
        Self { shape, secret, before: before.to_owned(), after: after.to_owned() }
    }

    /// The text with the secret in it, as a server would quote it.
    pub(super) fn text(&self) -> String {
        format!("{}{}{}", self.before, self.secret, self.after)
    }

    /// Whether any part of the secret that is worth something stands in a text.
    pub(super) fn leaks(&self, text: &str) -> bool {
        let mut parts = self.secret.lines().filter(|line| !line.contains("-----"));
        parts.any(|part| text.contains(part))
    }
}

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SMALL: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const HEX: &str = "0123456789abcdef";
const DIGITS: &str = "0123456789";

/// Characters from an alphabet that look random, always the same for the same shape.
struct Source(u64);

impl Source {
    fn some(&mut self, alphabet: &str, length: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        let mut text = String::new();
        for index in 0..length {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99_991);
            let at = usize::try_from(self.0 >> 40).unwrap_or(0) % letters.len();
            // A digit and a letter early on, as in nearly every real token.
            text.push(match index {
                1 if alphabet != DIGITS => '7',
                2 if alphabet != DIGITS => letters[at % 6 + if alphabet == HEX { 10 } else { 0 }],
                _ => letters[at],
            });
        }
        text
    }

    fn key_block(&mut self, kind: &str) -> String {
        let dashes = "-".repeat(5);
        let mut block = format!("{dashes}BEGIN {kind}PRIVATE KEY{dashes}\n");
        for _ in 0..6 {
            block.push_str(&format!("{}\n", self.some(LETTERS, 64)));
        }
        block + &format!("{}==\n{dashes}END {kind}PRIVATE KEY{dashes}", self.some(LETTERS, 22))
    }

    fn jwt(&mut self) -> String {
        let head = format!("{}{}", "ey", "JhbGciOiJIUzI1NiJ9");
        format!("{head}.{}.{}", self.some(LETTERS, 60), self.some(LETTERS, 43))
    }
}

/// Tokens that one issuer gives out, whole.
fn tokens(from: &mut Source) -> Vec<Planted> {
    let shapes: [(&'static str, [&str; 2], &str, usize); 28] = [
        ("github", ["gh", "p_"], LETTERS, 36),
        ("github fine-grained", ["github", "_pat_"], LETTERS, 60),
        ("gitlab", ["gl", "pat-"], LETTERS, 20),
        ("aws key id", ["AK", "IA"], CAPITALS, 16),
        ("google", ["AI", "za"], LETTERS, 35),
        ("google oauth", ["ya", "29."], LETTERS, 60),
        ("anthropic", ["sk", "-ant-api03-"], LETTERS, 80),
        ("openai project", ["sk", "-proj-"], LETTERS, 48),
        ("openai", ["s", "k-"], LETTERS, 48),
        ("huggingface", ["h", "f_"], LETTERS, 34),
        ("stripe", ["sk_", "live_"], LETTERS, 24),
        ("stripe webhook", ["wh", "sec_"], LETTERS, 32),
        ("slack bot", ["xox", "b-"], DIGITS, 24),
        ("npm", ["np", "m_"], LETTERS, 36),
        ("pypi", ["py", "pi-"], LETTERS, 100),
        ("crates.io", ["c", "io"], LETTERS, 32),
        ("docker", ["dckr", "_pat_"], LETTERS, 27),
        ("digitalocean", ["dop", "_v1_"], HEX, 64),
        ("databricks", ["da", "pi"], HEX, 32),
        ("vault", ["hv", "s."], LETTERS, 90),
        ("shopify", ["shp", "at_"], HEX, 32),
        ("grafana", ["gl", "sa_"], LETTERS, 32),
        ("linear", ["lin_", "api_"], LETTERS, 40),
        ("figma", ["fi", "gd_"], LETTERS, 40),
        ("age", ["AGE-SECRET", "-KEY-1"], CAPITALS, 58),
        ("postman", ["PM", "AK-"], HEX, 24),
        ("mailgun", ["ke", "y-"], HEX, 32),
        ("nuget", ["o", "y2"], SMALL, 43),
    ];
    let token = |(shape, start, alphabet, length): (&'static str, [&str; 2], &str, usize)| {
        let mut secret = format!("{}{}", start.concat(), from.some(alphabet, length));
        match shape {
            "grafana" => secret.push_str(&format!("_{}", from.some(HEX, 8))),
            "postman" => secret.push_str(&format!("-{}", from.some(HEX, 34))),
            "slack bot" => secret.push_str(&format!("-{}", from.some(LETTERS, 24))),
            _ => {}
        }
        Planted::new(shape, "used ", secret, " here")
    };
    shapes.into_iter().map(token).collect()
}

/// Secrets that only what stands around them gives away, and those of several lines.
fn in_context(from: &mut Source) -> Vec<Planted> {
    let shapes: [(&'static str, &str, &str, usize, &str); 18] = [
        ("postgres password", "postgres://app:", LETTERS, 12, "@db.example:5432/app"),
        ("redis password", "redis://:", LETTERS, 9, "@cache.example:6379/0"),
        ("mongodb password", "mongodb+srv://root:", LETTERS, 14, "@c0.example/?w=majority"),
        ("amqp password", "amqp://me:", SMALL, 10, "@queue.example//"),
        ("proxy password", "http://me:", LETTERS, 10, "@proxy.example:3128"),
        ("remote password", "fetch of https://me:", LETTERS, 20, "@git.example/a.git failed"),
        ("bearer header", "Authorization: Bearer ", LETTERS, 40, ""),
        ("bearer in curl", "curl -H 'Authorization: Bearer ", LETTERS, 32, "' https://a.example"),
        ("token header", "authorization: token ", HEX, 40, ""),
        ("password variable", "DB_PASSWORD=", LETTERS, 16, ""),
        ("secret variable", "export CLIENT_SECRET=", LETTERS, 32, ""),
        ("api key in code", "const apiKey = \"", LETTERS, 32, "\";"),
        ("password in python", "password = '", LETTERS, 14, "'"),
        ("secret in json", "{\"client_secret\": \"", LETTERS, 28, "\"}"),
        ("aws secret", "aws_secret_access_key = \"", LETTERS, 40, "\""),
        ("connection string", "Server=db;User Id=sa;Password=", LETTERS, 12, ";Encrypt=true"),
        ("storage key", "DefaultEndpointsProtocol=https;AccountKey=", LETTERS, 86, "==;"),
        ("command option", "mysql --password=", LETTERS, 14, " -u root"),
    ];
    let planted = |(shape, before, alphabet, length, after): (_, &str, &str, usize, &str)| {
        Planted::new(shape, before, from.some(alphabet, length), after)
    };
    let mut all: Vec<Planted> = shapes.into_iter().map(planted).collect();
    let basic = "bWU6aHVudGVyMmh1bnRlcg==".to_owned();
    all.push(Planted::new("basic header", "Authorization: Basic ", basic, ""));
    all.push(Planted::new("jwt", "session ", from.jwt(), " expired"));
    all.push(Planted::new("rsa key", "", from.key_block("RSA "), "\n"));
    all.push(Planted::new("openssh key", "read ", from.key_block("OPENSSH "), " from disk\n"));
    all
}

/// All of them.
pub(super) fn all() -> Vec<Planted> {
    let mut from = Source(7);
    let mut all = tokens(&mut from);
    all.append(&mut in_context(&mut from));
    assert_eq!(all.len(), 50);
    all
}
