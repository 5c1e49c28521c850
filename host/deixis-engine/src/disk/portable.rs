//! Other systems: the tree is compared before each request.

use deixis_base::Root;
use deixis_hooks::Change;

use super::tree::Tree;

/// Nothing but the tree itself.
pub(super) struct Source;

impl Source {
    pub(super) fn start(root: &Root, tree: &mut Tree) -> Self {
        drop(tree.compare(root, None, |_| {}));
        Self
    }

    /// Changes that have happened until now; they are always found by comparing.
    #[expect(clippy::unused_self, reason = "twin of the Linux source")]
    pub(super) fn drain(&mut self, root: &Root, tree: &mut Tree) -> (Vec<Change>, bool) {
        let mut changes = tree.compare(root, None, |_| {});
        changes.sort_by(|left, right| left.path.cmp(&right.path));
        (changes, true)
    }
}
