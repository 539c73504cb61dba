-- Platform: settings, rate limits, outgoing mail, tasks that are done once.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;

-- Snowball without stop words: in names of clothes "on" and "off" are words ("slip on", "off shoulder").
create text search dictionary shop_stem (template = snowball, language = english);
create text search configuration shop_words (copy = simple);
alter text search configuration shop_words
  alter mapping for asciiword, word, numword with shop_stem;

-- Text as search compares it: lower case, without accents. "immutable" is promised here because the dictionary is
-- named; without that promise no index could serve a search.
create function search_normal(words text) returns text
  language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, words));

-- One searched word as a LIKE pattern in which %, _ and \ mean themselves.
create function search_pattern(word text) returns text
  language sql immutable strict parallel safe
  return '%' || regexp_replace(search_normal(word), '([\\%_])', '\\\1', 'g') || '%';

create function indian_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Asia/Kolkata')::date;

create function order_is_due(placed_at timestamptz, status text, payment_status text) returns boolean
  language sql immutable parallel safe
  return placed_at is not null and status <> 'cancelled' and payment_status <> 'failed';

-- Only letters and digits stay, with the signs of the scripts of India, which PostgreSQL does not count among the letters.
-- "Men's" is one word, and so is "T-Shirt": a shirt is another thing. Joiners, which only shape how letters look, take no
-- word apart; nuktas do not count, and a chandrabindu is an anusvara, as in tokenize.ts.
create function search_clean(words text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(
    regexp_replace(
      translate(search_normal(words), U&'\0901''\2019\200C\200D\093C\09BC\0A3C\0ABC\0B3C', U&'\0902'),
      '\m([[:alpha:]])-([[:alpha:]])', '\1\2', 'g'),
    '[^[:alnum:]\u064B-\u065F\u0900-\u0963\u0966-\u0DFF\uABC0-\uABFF]+', ' ', 'g'));

-- How one searched word stands in search_words.
create function search_lexemes(words text) returns text[]
  language sql immutable strict parallel safe
  return tsvector_to_array(to_tsvector('shop_words'::regconfig, search_clean(words)));

create function stock_level(stock integer, reserved integer) returns text language sql immutable parallel safe
  return case when stock - reserved <= 0 then 'out' when stock - reserved <= 5 then 'low' end;

-- What a product adds to the counters.
create function stock_level_counts(is_archived boolean, is_out boolean, low_variants integer, out_variants integer)
  returns table (kind text, value text, n integer) language sql immutable parallel safe
begin atomic
  select * from (values ('product', 'out', is_out::integer), ('variant', 'low', low_variants), ('variant', 'out', out_variants))
    c (kind, value, n) where not is_archived;
end;

-- What an order adds to sales, in paise.
create function order_amount(placed_at timestamptz, status text, payment_status text, total bigint, refunded_total bigint)
  returns bigint language sql immutable parallel safe
  return case when order_is_due(placed_at, status, payment_status) then total - refunded_total else 0 end;

create function order_metrics(placed_at timestamptz, method text, state text, status text, payment_status text,
    total bigint, refunded_total bigint)
  returns table (facet text, day date, value text, count bigint, amount bigint)
  language sql immutable parallel safe as $$
  select f.facet, indian_day($1), f.value, 1::bigint, order_amount($1, $4, $5, $6, $7)
    from (values ('order', ''), ('method', $2), ('state', $3), ('status', $4)) f (facet, value)
    where $1 is not null
$$;

create table setting (
  key text primary key check (key ~ '^[a-zA-Z]{1,60}$'),
  value jsonb not null,
  version integer not null default 1 check (version >= 1),
  updated_at timestamptz not null default now()
);
comment on table setting is 'The shop''s settings, one row each.';

create table rate_limit (
  key text primary key,
  attempts integer not null check (attempts > 0),
  window_ends timestamptz not null
);
comment on table rate_limit is 'How often something was tried in the current window, by whom: "login:account:<hash>", "login:client:<hash>".';
create index rate_limit_by_end on rate_limit (window_ends);

create table mail_outbox (
  id uuid primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  html text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  -- Where an answer to a mail goes, when not to the shop: messages from the contact form.
  reply_to text,
  -- Whether a mail holds a link or a code that opens something: such a body is in no backup.
  secret boolean not null default false,
  -- The kind of what is queued: whoever turned it off in the meantime is not sent it. Null: sent always.
  -- `unsubscribe`: the address for the List-Unsubscribe header.
  kind text,
  unsubscribe text,
  -- The outbox is its own queue: a job for each mail wrote a second row with eleven indexes in the transaction of
  -- every order. `due_at`: when the next attempt is due; null once no attempt is left. `number`: messages that are
  -- due at the same time are sent in the order in which they were queued.
  due_at timestamptz default now(),
  number bigint generated always as identity,
  thread text[],
  returned_at timestamptz,
  returned_reason text check (length(returned_reason) <= 300)
);
comment on table mail_outbox is 'Mail that waits to be sent, and the record of what was. Written in the transaction that causes it.';
comment on column mail_outbox.thread is 'What it answers, the oldest first: ids of mails or of what they are about, and Message-IDs of received mails, in angle brackets.';
comment on column mail_outbox.returned_at is 'When a mail server told that it could not be delivered.';
comment on column mail_outbox.returned_reason is 'What that server said; null until it came back.';
create index mail_outbox_returned on mail_outbox ((thread[1])) where returned_at is not null;
create index mail_outbox_newest on mail_outbox (created_at desc, id desc);
create index mail_outbox_by_reply on mail_outbox (lower(reply_to)) where reply_to is not null;
create index mail_outbox_due on mail_outbox (due_at, number) where sent_at is null;

create table one_time_task (
  name text primary key,
  completed_at timestamptz not null default now()
);
comment on table one_time_task is 'Tasks that are done once in the life of a database: the first start, the demo''s order history.';

create table form_submission (
  key text primary key check (char_length(key) >= 8 and char_length(key) <= 64),
  action text not null,
  submitted_at timestamptz not null default now()
);
comment on table form_submission is 'Staff forms that were handled, so that a second click does nothing.';

create table push_key (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);
comment on table push_key is 'The shop''s own key pair for web push (VAPID, RFC 8292), made at its first use. The private key is encrypted with a key from AUTH_SECRET (platform/push/vapid-keys.server.ts).';

-- Keys of payment, mail, message and sign-in providers that staff enter (platform/credentials).
create table provider_credentials (
  provider text primary key,
  sealed text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table provider_credentials is 'Credentials of providers, encrypted with a key derived from AUTH_SECRET.';
comment on column provider_credentials.sealed is 'AES-256-GCM: nonce, tag and ciphertext as base64; the provider is the associated data.';

-- The family of a shade, for the colour filter: 158 names of shades would be too many to choose from.
create function colour_family(hex text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  red integer := ('x' || substr(hex, 2, 2))::bit(8)::integer;
  green integer := ('x' || substr(hex, 4, 2))::bit(8)::integer;
  blue integer := ('x' || substr(hex, 6, 2))::bit(8)::integer;
  high integer := greatest(red, green, blue);
  low integer := least(red, green, blue);
  chroma integer := high - low;
  light integer := (high + low) / 2;
  hue numeric;
begin
  if high < 60 and chroma <= 16 then return 'black'; end if;
  if chroma <= 16 then
    return case when light >= 225 then 'white' when light >= 50 then 'grey' else 'black' end;
  end if;
  hue := case high
    when red then mod(360 + 60.0 * (green - blue) / chroma, 360)
    when green then 60.0 * (blue - red) / chroma + 120
    else 60.0 * (red - green) / chroma + 240
  end;
  if light >= 220 and chroma <= 30 and hue between 20 and 70 then return 'white'; end if;
  if hue < 12 or hue >= 340 then return case when light >= 165 then 'pink' else 'red' end; end if;
  if hue < 22 then
    return case when chroma >= 90 then 'orange' when light > 190 then 'pink' else 'brown' end;
  end if;
  if hue < 52 then
    return case
      when light >= 165 and chroma <= 70 then 'beige'
      when hue >= 36 and chroma >= 80 then 'yellow'
      when light <= 150 or chroma < 80 then 'brown'
      else 'orange'
    end;
  end if;
  if hue < 66 then return case when light >= 150 then 'yellow' else 'green' end; end if;
  if hue < 165 or (hue < 190 and light < 125) then return 'green'; end if;
  if hue < 250 then return 'blue'; end if;
  if hue < 300 or (hue < 320 and light < 110) then return 'purple'; end if;
  return 'pink';
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- An assignment is evaluated without a plan, a portal and an executor of its own, which PERFORM needs each time:
-- most events are of one row.
create function announce(topic text, ids uuid[]) returns void language plpgsql as $$
declare
  id uuid;
  sent text;
begin
  if cardinality(ids) > 20 then
    sent := pg_notify('live', json_build_object('topic', topic)::text);
  else
    foreach id in array ids loop
      sent := pg_notify('live', json_build_object('topic', topic, 'id', id)::text);
    end loop;
  end if;
end $$;

-- Arguments of the trigger: the topic, and the column that holds the id to send.
create function announce_added() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(distinct %I) from added', tg_argv[1]) into ids;
  perform announce(tg_argv[0], coalesce(ids, '{}'));
  return null;
end $$;

create function announce_removed() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(distinct %I) from removed', tg_argv[1]) into ids;
  perform announce(tg_argv[0], coalesce(ids, '{}'));
  return null;
end $$;

-- Changes of the offer itself and of the settings concern everybody: no id.
create function announce_all() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('topic', tg_argv[0])::text);
  return null;
end $$;

-- Opening and closing is announced by name besides: page caches then drop all pages, instead of keeping them for an
-- outage of the database.
create function announce_opening() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"topic":"settings","id":"opening"}');
  return null;
end $$;

create function announce_people() returns trigger language plpgsql as $$
begin
  perform announce('people', coalesce((
    select array_agg(added.id) from added join removed using (id)
    where (added.name, added.email, added.email_verified, added.verified_phone, added.role, added.banned_at,
        added.two_factor_enabled)
      is distinct from
      (removed.name, removed.email, removed.email_verified, removed.verified_phone, removed.role, removed.banned_at,
        removed.two_factor_enabled)
  ), '{}'));
  return null;
end $$;

-- The customer's screens listen to 'orders' with the user's id, a tracking screen to 'order' with the order's.
create function announce_orders() returns trigger language plpgsql as $$
begin
  perform announce('order', array(select id from added)),
    announce('orders', array(select distinct user_id from added where user_id is not null));
  return null;
end $$;

-- A return is news about its order, and so is where its customer wants a refund sent to.
create function announce_returns() returns trigger language plpgsql as $$
declare
  ids uuid[];
  people uuid[];
begin
  select array_agg(distinct o.id), array_agg(distinct o.user_id) filter (where o.user_id is not null) into ids, people
    from added a join orders o on o.id = a.order_id;
  perform announce('order', coalesce(ids, '{}'));
  perform announce('orders', coalesce(people, '{}'));
  return null;
end $$;

-- Streams that are open ask again whether their session stands as it did: somebody's permissions may be others now.
create function announce_roles() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('topic', 'people')::text);
  return null;
end $$;

create function announce_users_added() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv[0], array(select distinct user_id from added where user_id is not null));
  return null;
end $$;

create function announce_users_removed() returns trigger language plpgsql as $$
begin
  perform announce(tg_argv[0], array(select distinct user_id from removed where user_id is not null));
  return null;
end $$;

-- One look at the changed variants, to announce them and to count them by stock level.
create function announce_and_count_variants() returns trigger language plpgsql as $$
declare
  seen uuid[];
  low uuid[];
  quiet uuid[];
  levels uuid[];
  id uuid;
  sent text;
begin
  select array_agg(distinct a.product_id) filter (where
      (a.product_id, a.position, a.size, a.colour, a.colour_hex, a.colour_family, a.sku, a.price,
        a.cost) is distinct from
      (r.product_id, r.position, r.size, r.colour, r.colour_hex, r.colour_family, r.sku, r.price, r.cost)
        or (a.stock > a.reserved) <> (r.stock > r.reserved)),
    array_agg(a.product_id) filter (where least(a.stock - a.reserved, r.stock - r.reserved) <= 5),
    array_agg(distinct a.product_id),
    array_agg(distinct a.product_id) filter (where
      stock_level(a.stock, a.reserved) is distinct from stock_level(r.stock, r.reserved))
    into seen, low, quiet, levels from added a join removed r on r.id = a.id;
  if levels is not null then perform update_stock_levels(levels); end if;
  -- More than five of a product are left before and after when more than five of each changed variant are: most sales
  -- need no look at its other variants.
  if low is not null then
    seen := array(select unnest(seen) union
      select v.product_id from variant v left join removed r on r.id = v.id
      where v.product_id = any(low) group by v.product_id
      having sum(v.stock - v.reserved) <= 5 or sum(coalesce(r.stock - r.reserved, v.stock - v.reserved)) <= 5);
  end if;
  if cardinality(seen) > 0 then
    sent := announce('products', seen);
    quiet := array(select unnest(quiet) except select unnest(seen));
  end if;
  if cardinality(quiet) > 20 then
    sent := pg_notify('live', json_build_object('topic', 'products')::text);
  elsif quiet is not null then
    foreach id in array quiet loop
      sent := pg_notify('live', json_build_object('topic', 'products', 'id', id, 'only', 'stock')::text);
    end loop;
  end if;
  return null;
end $$;

create trigger setting_touched before update on setting for each row execute function touch();
create trigger setting_live after insert or delete or update on setting
  for each statement execute function announce_all('settings');
create trigger setting_opening_live after insert or update on setting
  for each row when (new.key = 'opening') execute function announce_opening();
create trigger setting_opening_reset_live after delete on setting
  for each row when (old.key = 'opening') execute function announce_opening();
