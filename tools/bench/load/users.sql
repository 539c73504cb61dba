-- Customers: one for eight orders. None of them can sign in.
insert into users (id, name, email, email_verified, created_at, updated_at)
  select gen_random_uuid(), first || ' ' || last, lower(first || '.' || last) || n || '@customers.test', true, joined, joined
  from (
    select n, (array['Aarav', 'Ananya', 'Vihaan', 'Diya', 'Arjun', 'Ishita', 'Kabir', 'Meera', 'Rohan', 'Saanvi', 'Aditya',
        'Kavya', 'Farhan', 'Zoya', 'Harpreet', 'Simran', 'Joseph', 'Anjali', 'Nikhil', 'Pooja'])[1 + n % 20] as first,
      (array['Sharma', 'Verma', 'Iyer', 'Nair', 'Reddy', 'Patel', 'Khan', 'Singh', 'Das', 'Bose', 'Menon', 'Joshi',
        'Kulkarni', 'Gupta', 'Fernandes', 'Chauhan', 'Pillai'])[1 + n / 20 % 17] as last,
      now() - interval '730 days' * random() as joined
    from generate_series(1, greatest(20, current_setting('bench.orders')::integer / 8)) n) people
  order by joined;
update profile p set phone = '+916' || lpad((abs(hashint8extended(u.n, 7)) % 1000000000)::text, 9, '0')
  from (select id, row_number() over (order by created_at, id) as n from users where email like '%@customers.test') u
  where u.id = p.user_id;
