-- When a second factor was given in this session; null: it was entered with one factor only.
alter table sessions add column second_factor_at timestamptz;
-- Sessions from before do not say how they were entered, so whoever has a second factor signs in once more.
delete from sessions where user_id in (select id from users where two_factor_enabled);

-- better-auth reserves a name by writing a digest of it as the id of a row (`reserveVerificationValue`).
alter table verifications alter column id type text;
