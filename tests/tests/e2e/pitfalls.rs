//! What breaks bridges between agents and language servers, and the test for each.
//!
//! The first column is the failure, the others name tests of its kind; a test here holds
//! that every one of them exists. What is not covered in this folder is covered where it
//! belongs: by unit tests of a crate, or by other end-to-end tests.
//!
//! | failure | tests |
//! |---|---|
//! | an empty list right after the start | `an_empty_answer_while_indexing_is_asked_again` `an_empty_answer_at_the_deadline_says_that_the_server_is_busy` |
//! | a crash that ends the progress, taken for ready | `a_crash_is_not_readiness` |
//! | progress that begins late | `silence_is_not_readiness_where_a_sign_will_come` |
//! | a server that waits for its first document | `a_server_that_waits_for_a_document_gets_one` |
//! | empty results remembered | `nothing_is_remembered_of_a_busy_server` |
//! | failed or missing diagnostics shown as clean | `a_failed_or_missing_answer_is_not_called_clean` `unavailable_is_no_proof` `clean_is_said_only_of_a_settled_current_file` |
//! | a clean file in a broken project | `diagnostics_can_be_asked_for_the_whole_project` |
//! | a false first publication | `a_first_empty_publication_is_not_settled` |
//! | diagnostics beyond a file's end | `diagnostics_beyond_the_end_fail_nothing` `servers_are_clamped` |
//! | no server for a language | `a_path_without_a_route_or_outside_is_refused` |
//! | changes on disk that are not seen | `changes_on_disk_are_seen_at_the_next_call` `the_same_size_and_time_stamp_hide_nothing` `hundreds_at_once_and_what_came_and_went` |
//! | versions, opening twice, never closing | `open_documents_have_a_bound` `parallel_first_calls_start_one_server` |
//! | incremental changes, line ends, marks | `line_ends_marks_and_empty_files_keep_their_places` `changes_are_minimal_and_split_nothing` |
//! | real folders called `target` or `coverage` | `folders_with_names_of_build_output_are_seen` |
//! | wrong encodings, slices inside a character | `a_server_that_lies_about_its_encoding_costs_no_more_than_its_answer` `encodings_count_differently` `callers_are_rejected` |
//! | whole range and name confused, ranges past the end | `places_point_at_names_and_stay_inside` `server_ranges_are_ordered` |
//! | answers that are no valid questions | `what_an_answer_prints_can_be_asked` |
//! | odd characters in names, URIs of every kind | `what_an_answer_prints_can_be_asked` `posix_uris_are_read_tolerantly` `windows_uris_are_read_tolerantly` |
//! | links and worktrees | `links_that_lead_outside_are_refused_and_a_linked_root_is_one_root` `a_worktree_inside_the_tree_is_inside` `a_swapped_folder_leads_nowhere` |
//! | odd frames and noise | `odd_frames_are_read` `noise_is_survived` `a_server_that_prints_only_text_fails_fast_and_is_quoted` `headers_as_servers_write_them` |
//! | requests of the server | `requests_of_the_server_are_answered` `the_user_is_asked_where_the_adapter_is_silent` |
//! | capabilities that come and go | `capabilities_come_and_go` `fixed_and_registered_features` |
//! | answers of every shape | `hovers_of_every_shape_are_read` `definitions_of_every_shape_are_read` `symbols_survive_what_is_out_of_range` |
//! | `shutdown` with parameters | `requests_of_the_server_are_answered` |
//! | passing errors shown to the user | `content_modified_is_asked_again_and_never_shown` `passing_errors_are_asked_again_three_times` `a_server_that_wants_no_retry_gets_none` |
//! | processes that live on | `a_polite_server_is_gone` `a_server_that_ignores_everything_is_gone` `a_server_that_hangs_is_gone` `the_children_of_a_server_are_gone` `children_of_a_server_that_ignores_everything_are_gone` |
//! | a wrong `processId` | `the_server_is_told_of_our_process` |
//! | two starts, crash loops, full pipes | `parallel_first_calls_start_one_server` `a_server_that_crashes_again_and_again_is_given_up` `the_restart_budget_is_what_is_written` `a_server_that_reads_nothing_while_it_writes_blocks_nobody` |
//! | inherited standard streams | `nobody_inherits_the_streams_of_the_host` |
//! | a handshake that waits for a server | `the_handshake_waits_for_no_server` |
//! | locked build folders | `options_reach_the_server` |
//! | secrets | `a_server_does_not_inherit_credentials` `no_answer_shows_a_secret` |
//! | answers too large | `pages_give_every_place_once_and_stay_small` `a_huge_hover_is_cut` `a_message_beyond_the_limit_is_refused_by_its_header` |
//! | output without places | `references_are_grouped_by_file` `one_reference_stands_alone` |
//! | hints that drown errors | `diagnostics_come_worst_first_with_what_is_kept_back` |
//! | wrong columns | `candidates_can_be_pasted_back` `what_does_not_go_together_is_refused` |
//! | a bare "OK" | `empty_says_what_was_asked_of_whom` `nothing_says_what_was_asked_of_whom` |
//! | and: a full queue | `a_full_queue_refuses_at_once` |
//! | and: last words | `the_last_eight_lines_of_standard_error_are_shown` |
//! | and: retries that are used up | `used_up_retries_say_what_was_tried` |
//! | and: cancellation | `a_cancelled_call_is_cancelled_at_the_server` `a_request_that_is_never_answered_times_out_with_its_numbers` |
//! | and: progress | `silence_is_broken_every_five_seconds` `progress_is_forwarded_at_most_twice_a_second` |
//! | a rename half made, or made in files that are none of its business | `what_was_shown_is_made_once_and_the_server_knows` `files_that_are_not_changed_in_passing_are_named_first` `links_lead_to_the_one_file_that_is_changed` `an_edit_between_preview_and_apply_is_a_conflict_that_uses_the_preview_up` |
//! | a host that dies half way through a rename | `at_every_system_call_that_changes_something` `at_random_moments` `a_host_that_dies_in_the_middle_is_settled_by_the_one_that_lives` `the_end_of_a_session_leaves_all_or_nothing` |
//! | recovery that overwrites what somebody wrote since | `what_can_follow_follows_and_the_log_names_what_was_left_alone` `what_cannot_be_settled_is_kept_and_said_and_in_nobodys_way` |
//! | two agents at once, answers from the middle of a rename | `of_two_hosts_one_wins` `of_two_previews_of_one_host_one_wins` `questions_to_another_host_are_about_one_state` |
//! | an empty edit taken for success | `an_empty_edit_is_refused_with_the_last_message_shown` `edits_that_change_nothing_are_refused` |
//! | an import renamed as an alias | `aliases_are_warned_of` |

mod busy;
mod documents;
mod errors;
mod places;
mod processes;
mod protocol;
mod sizes;

use std::path::Path;

use deixis_tests::binary::checkout;
use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;

/// A running host with one scripted server, and two files that know one word.
///
/// The fields are dropped in this order: the host ends before its server is judged.
struct Stage {
    deixis: Deixis,
    script: Scripted,
    project: Project,
}

/// Starts the host for a server that does what the script says.
fn stage(script: &str) -> Stage {
    stage_with(Scripted::new(script), |config| config)
}

/// The same with more configuration.
fn stage_with(script: Scripted, more: impl FnOnce(Config) -> Config) -> Stage {
    let project = Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet greet\n");
    let config = more(Config::new().scripted("toy", &script));
    let deixis = Start::new(project.root(), config).start();
    Stage { deixis, script, project }
}

/// One rule of a script.
fn rule(on: &str, more: &str, actions: &str) -> String {
    format!("[[rule]]\non = \"{on}\"\n{more}\ndo = [{actions}]\n")
}

fn sources(folder: &Path, found: &mut String) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with(['.', 't']);
        if path.is_dir() && !(hidden && path.join("CACHEDIR.TAG").exists()) {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push_str(&std::fs::read_to_string(&path).expect("a readable source"));
        }
    }
}

#[test]
fn every_test_of_the_table_exists() {
    let mut found = String::new();
    for folder in ["host", "plugins", "tests/tests"] {
        sources(&checkout().join(folder), &mut found);
    }
    let rows = include_str!("pitfalls.rs").lines().filter_map(|line| line.strip_prefix("//! | "));
    let mut named = 0;
    for name in rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`')) {
        let name = name.trim();
        if name.is_empty() || name == "tests" {
            continue;
        }
        named += 1;
        assert!(found.contains(&format!("fn {name}()")), "there is no test {name}");
    }
    assert!(named > 70, "{named} names");
}
