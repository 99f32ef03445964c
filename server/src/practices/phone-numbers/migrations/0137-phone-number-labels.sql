-- What a number is for, in the words of staff. A number keeps its SID when it moves to another account, so it keeps its label.
create table phone_number_labels (
  phone_number_sid text primary key,
  label text not null
);
