-- A tax invoice for every order that was sent, as the shop issues them with the first parcel: one line for each of the
-- order's, 5 % GST inside the price, within the seller's state (Delhi) as CGST and SGST, else as IGST. bench.states: the
-- GST codes of states by name, as JSON.
create temp table sent on commit drop as
  select o.id, o.total, o.placed_at, p.sent_at, o.name as buyer, array[o.line1, o.city || ' ' || o.postal_code] as address,
    coalesce(current_setting('bench.states')::jsonb ->> o.state, '07') as code, o.state,
    to_char(p.sent_at at time zone 'Asia/Kolkata' - interval '3 months', 'YY') as year
  from orders o join parcel p on p.order_id = o.id;
create temp table numbered on commit drop as
  select *, year || lpad((year::integer + 1)::text, 2, '0') as financial_year,
    row_number() over (partition by year order by sent_at, id)::integer as n
  from sent;
create unique index on numbered (id);
analyze numbered;

insert into invoice (kind, order_id, number, financial_year, issued_at, total, snapshot)
  select 'invoice', d.id, number, financial_year, sent_at, d.total, jsonb_build_object(
    'kind', 'invoice', 'number', number, 'issuedAt', to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'orderId', d.id, 'orderedAt', to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'seller', '{"shopName":"Bench","legalName":"Bench Clothing Private Limited","address":["1 Janpath","New Delhi 110001"],
      "gstin":"07AAGCB1286Q1Z8","state":{"code":"07","name":"Delhi"},"email":null}'::jsonb,
    'buyer', jsonb_build_object('name', buyer, 'address', address, 'gstin', null),
    'placeOfSupply', jsonb_build_object('code', code, 'name', state), 'lines', lines.all_lines, 'total', d.total,
    'terms', null, 'payment', null, 'against', null)
  from (select *, 'BE/' || financial_year || '/' || lpad(n::text, 6, '0') as number from numbered) d
    join lateral (
      select jsonb_agg(jsonb_build_object('key', l.id, 'description', l.name, 'hsnCode', coalesce(l.hsn_code, '6109'),
        'quantity', l.quantity, 'unit', 'PCS', 'unitPrice', l.unit_price, 'discount', 0, 'paid', l.total, 'tax',
        jsonb_build_object('rate', 5, 'taxable', l.total - t.tax, 'cgst', case when code = '07' then t.tax / 2 else 0 end,
          'sgst', case when code = '07' then t.tax / 2 else 0 end, 'igst', case when code = '07' then 0 else t.tax end))
        order by l.position) as all_lines
      from order_line l cross join lateral (select 2 * round(l.total / 42.0)::bigint as tax) t
      where l.order_id = d.id) lines on true
  order by sent_at;

insert into invoice_series (financial_year, kind, last)
  select financial_year, 'invoice', max(n) from numbered group by 1
  on conflict (financial_year, kind) do update set last = excluded.last;
