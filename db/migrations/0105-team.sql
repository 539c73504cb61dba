-- Staff are invited by mail, and the owner edits the roles (issue 38, section 6).
alter table role
  -- Null: as the shop's mode has it, required of staff in a live shop and not in a demo.
  add column second_factor boolean,
  add column version integer not null default 1;

create table staff_invitation (
  id uuid primary key,
  email citext not null unique check (length(email::text) between 3 and 254),
  role text not null references role (key) on update cascade,
  -- SHA-256 of the token in the link, in hex.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- Whoever sent it last. It counts only while they may give that role themselves.
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table staff_invitation is 'Invitations to the team that are open: a row goes when it is accepted or withdrawn; the audit log has the rest.';
create index staff_invitation_by_role on staff_invitation (role);
create index staff_invitation_by_inviter on staff_invitation (invited_by);
