//! Launch plans: upwards, each one on top of those below.

use deixis_hooks::launch::{Launch, Plan, Setting};
use deixis_hooks::{Facts, Hook};

use super::json::{Null, on_top};
use super::{Layers, Tally, append};

impl Launch for Layers {
    fn plan(&self, facts: Facts) -> Hook<'_, Plan> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let mut whole = Plan::default();
            for layer in &self.layers {
                let Some(hooks) = layer.launch() else { continue };
                let plan = hooks.plan(self.facts_for(&**layer, &facts)).await;
                if let Some(plan) = tally.take(&**layer, plan)? {
                    put(&mut whole, plan);
                }
            }
            tally.close(whole)
        })
    }
}

fn put(whole: &mut Plan, plan: Plan) {
    if plan.args.is_some() {
        whole.args = plan.args;
    }
    for (name, value) in plan.environment {
        whole.environment.retain(|(known, _)| *known != name);
        whole.environment.push((name, value));
    }
    on_top(&mut whole.initialization_options, plan.initialization_options, Null::Removes);
    on_top(&mut whole.capabilities, plan.capabilities, Null::Stays);
    plan.settings.into_iter().for_each(|setting| set(&mut whole.settings, setting));
    if plan.fallback.is_some() {
        whole.fallback = plan.fallback;
    }
    append(&mut whole.notifications, plan.notifications);
    append(&mut whole.open, plan.open);
    append(&mut whole.incomplete, plan.incomplete);
}

fn set(settings: &mut Vec<Setting>, setting: Setting) {
    match settings.iter_mut().find(|known| known.section == setting.section) {
        Some(known) => {
            let mut value = Some(std::mem::take(&mut known.value));
            on_top(&mut value, Some(setting.value), Null::Removes);
            known.value = value.unwrap_or_default();
        }
        None => settings.push(setting),
    }
}
