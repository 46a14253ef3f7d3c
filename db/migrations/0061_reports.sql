-- Runs beside: 0.2.0
create index order_payments_day on order_payments (paid_on) where voided_at is null;

-- What was searched in the shop on a day of Buenos Aires, and how often nothing was found. Nobody is named.
create table search_terms (
  day date not null,
  term text not null check (length(term) between 1 and 60),
  searches integer not null check (searches > 0),
  empty integer not null check (empty between 0 and searches),
  primary key (day, term)
);
