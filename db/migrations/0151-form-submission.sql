-- The keys of forms that staff have sent, so that the same form sent twice acts once.

alter table desk_once rename to form_submission;
