-- Runs beside: 0.2.0
-- Words that customers type for others that products have, beside those that the shop knows. Folded; each meaning is the
-- beginning of words; none: the word is forgotten.
create table search_synonyms (
  word text primary key check (length(word) between 2 and 40),
  means text[] not null check (cardinality(means) <= 12),
  updated_at timestamptz not null default now()
);
