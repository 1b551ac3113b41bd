-- That an animal has no known allergies is a statement that a person makes. Without it, and without a text, allergies are
-- not recorded.

-- Not checked against existing animals, which would block all use of them meanwhile: their column is false, so they pass.
alter table animals
  add column no_known_allergies boolean not null default false,
  add constraint animals_allergies_or_none check (not (no_known_allergies and allergies is not null)) not valid;
