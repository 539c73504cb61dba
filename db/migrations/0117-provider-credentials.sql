-- Keys of payment, mail, message and sign-in providers that staff enter, encrypted (platform/credentials).
create table provider_credentials (
  provider text primary key,
  sealed text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

comment on table provider_credentials is 'Credentials of providers, encrypted with a key derived from AUTH_SECRET.';
comment on column provider_credentials.sealed is 'AES-256-GCM: nonce, tag and ciphertext as base64; the provider is the associated data.';
