-- A gift that falls away after it was ordered: its holder chooses another of the same points, or gets them back.
-- Decision 055.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table channel, order_line, order_cancellation, credit, credit_proposal, withdrawal_line in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- So long a holder may choose, and what begins it by itself.
alter table channel
  add column choose_again_days integer not null default 7 check (choose_again_days between 1 and 90),
  add column fallen_parcel text not null default 'choose-again' check (fallen_parcel in ('choose-again', 'person'));

alter table order_line
  -- With which of several askings it is sent for: 0 with its order, later ones when something else was chosen for it.
  add column round integer not null default 0 check (round >= 0),
  -- Pieces that were parted from this line stand beside it.
  add column split_from integer check (split_from < line);

-- Of an order from which everything fell away.
alter table order_cancellation drop constraint order_cancellation_kind_check,
  add constraint order_cancellation_kind_check check (kind in ('cancelled', 'reopened', 'fell-away'));

create table choose_again (
  id uuid primary key default gen_random_uuid(),
  order_number text not null references orders,
  voucher_id bigint not null references voucher,
  -- All of this line fell away, for the how-manieth time.
  line integer not null,
  place integer not null check (place > 0),
  cause text not null check (cause in ('sold-out', 'declined', 'lost', 'refused')),
  note text not null default '',
  -- Who began it; null: it began by itself.
  staff_id bigint references staff,
  -- What opens it is made of the pepper and this row, and stands nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  began_at timestamptz not null,
  until timestamptz not null,
  remind_at timestamptz,
  reminded_at timestamptz,
  -- What fell away, as the line said it.
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  -- 'default': nobody answered. 'called-off': it can be sent after all. 'overtaken': it was given back otherwise.
  outcome text check (outcome in ('other-gift', 'points-back', 'default', 'called-off', 'overtaken')),
  ended_at timestamptz,
  ended_by bigint references staff,
  spli_id text references offer,
  -- Each names the other: what is copied has to begin somewhere.
  credit_number text unique references credit deferrable initially deferred,
  foreign key (order_number, line) references order_line,
  unique (order_number, line, place),
  check (began_at < until and (remind_at is null or remind_at < until)),
  check ((outcome is null) = (ended_at is null)),
  check ((spli_id is not null) = (outcome is not distinct from 'other-gift')),
  check ((credit_number is not null) = (outcome is not null and outcome in ('points-back', 'default'))),
  check ((ended_by is not null) <= (outcome is not distinct from 'called-off'))
);
create unique index choose_again_open on choose_again (order_number, line) where outcome is null;
create index choose_again_due on choose_again (until) where outcome is null;
create index choose_again_to_remind on choose_again (remind_at) where outcome is null and reminded_at is null;
create index choose_again_of on choose_again (order_number);

-- What the shop credits by itself is nobody's proposal: a withdrawal, or a gift that fell away.
alter table credit_proposal drop constraint credit_proposal_by_itself,
  add constraint credit_proposal_by_itself check (made_by is not null or withdrawal_number is not null or reason = 'falls-away');
alter table credit drop constraint credit_by_itself,
  add column choose_again_id uuid unique references choose_again,
  add constraint credit_by_itself check (staff_id is not null or kind = 'withdrawal' or choose_again_id is not null),
  add constraint credit_of_choice_by_itself check (choose_again_id is null or staff_id is null);

-- Answered at most once, and then it stays as it is.
create function choose_again_ends_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null
    or (new.id, new.order_number, new.voucher_id, new.line, new.place, new.cause, new.began_at, new.until, new.former)
      is distinct from
      (old.id, old.order_number, old.voucher_id, old.line, old.place, old.cause, old.began_at, old.until, old.former)
  then
    raise exception 'choose_again: is answered once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Asked at the commit: the other gift stands in the line at the same price, or all of the line is credited by this.
create function choose_again_is_whole() returns trigger language plpgsql as $$
declare
  kept order_line;
begin
  if new.outcome not in ('other-gift', 'points-back', 'default') then return null; end if;
  select * into kept from order_line where order_number = new.order_number and line = new.line;
  if kept.points <> (new.former ->> 'points')::integer or kept.quantity <> (new.former ->> 'quantity')::integer then
    raise exception 'choose_again: line % of % costs what it did not', new.line, new.order_number
      using errcode = 'check_violation';
  end if;
  if new.outcome = 'other-gift' then
    if kept.state = 'cancelled' or not exists (
      select from order_event where order_number = new.order_number and month = kept.month
        and type = 'chosen-again' and source_id = 'chosen ' || new.id)
    then
      raise exception 'choose_again: nobody is told of the other gift of %', new.order_number
        using errcode = 'check_violation';
    end if;
  elsif kept.state <> 'cancelled' or not exists (
    select from credit join credit_line on credit_number = credit.number
    where credit.number = new.credit_number and credit.choose_again_id = new.id and line = new.line
      and quantity = kept.quantity)
  then
    raise exception 'choose_again: line % of % is not credited whole', new.line, new.order_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger choose_again_ends_once before update or delete on choose_again
  for each row execute function choose_again_ends_once();
create constraint trigger choose_again_is_whole after update on choose_again
  deferrable initially deferred for each row when (new.outcome is not null) execute function choose_again_is_whole();

-- The texts of it, where a shop has begun and says nothing in their place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', '', 'text', 'eventFellAway', '{description} kan niet komen', '{description} cannot come', '{description} kann nicht kommen', '{description} ne peut pas venir'),
  ('confirmationpagecomponents', '', 'text', 'eventChoiceReminded', 'Herinnering aan je keuze gestuurd', 'Reminder of your choice sent', 'Erinnerung an die Wahl gesendet', 'Rappel de votre choix envoyé'),
  ('confirmationpagecomponents', '', 'text', 'eventChosenAgain', 'In plaats daarvan gekozen: {description}', 'Chosen instead: {description}', 'Stattdessen gewählt: {description}', 'Choisi à la place : {description}'),
  ('confirmationpagecomponents', '', 'text', 'eventChoicePointsBack', 'Teruggegeven in plaats van {description}', 'Given back instead of {description}', 'Statt {description} erstattet', 'Rendu à la place de {description}'),
  ('confirmationpagecomponents', '', 'text', 'eventChoiceDefault', 'Niets gekozen: teruggegeven voor {description}', 'Nothing chosen: given back for {description}', 'Nichts gewählt: für {description} erstattet', 'Aucun choix : rendu pour {description}'),
  ('confirmationpagecomponents', '', 'text', 'eventChoiceCalledOff', '{description} kan toch komen', '{description} can come after all', '{description} kann doch kommen', '{description} peut finalement venir'),
  ('confirmationpagecomponents', '', 'text', 'mailChooseAgain', 'Kies een ander cadeau', 'Choose another gift', 'Ein anderes Geschenk wählen', 'Choisissez un autre cadeau'),
  ('confirmationpagecomponents', '', 'text', 'mailChooseAgainReminder', 'Herinnering: kies een ander cadeau', 'Reminder: choose another gift', 'Erinnerung: ein anderes Geschenk wählen', 'Rappel : choisissez un autre cadeau'),
  ('confirmationpagecomponents', '', 'text', 'mailChosenAgain', 'Wat er in de plaats komt', 'What comes instead', 'Was stattdessen kommt', 'Ce qui vient à la place'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'title', 'Kies een ander cadeau', 'Choose another gift', 'Ein anderes Geschenk wählen', 'Choisissez un autre cadeau'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'causeSoldOut', 'Dit cadeau uit bestelling {order_number} is na je bestelling uitverkocht.', 'This gift of order {order_number} sold out after you ordered it.', 'Dieses Geschenk der Bestellung {order_number} war nach der Bestellung ausverkauft.', 'Ce cadeau de la commande {order_number} a été épuisé après votre commande.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'causeDeclined', 'De leverancier kan dit cadeau uit bestelling {order_number} niet leveren.', 'The supplier cannot deliver this gift of order {order_number}.', 'Der Lieferant kann dieses Geschenk der Bestellung {order_number} nicht liefern.', 'Le fournisseur ne peut pas livrer ce cadeau de la commande {order_number}.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'causeLost', 'Het pakket met dit cadeau uit bestelling {order_number} is zoekgeraakt.', 'The parcel with this gift of order {order_number} was lost.', 'Das Paket mit diesem Geschenk der Bestellung {order_number} ist verloren gegangen.', 'Le colis contenant ce cadeau de la commande {order_number} a été perdu.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'causeRefused', 'Het pakket met dit cadeau uit bestelling {order_number} kwam onbezorgd terug.', 'The parcel with this gift of order {order_number} came back undelivered.', 'Das Paket mit diesem Geschenk der Bestellung {order_number} kam unzugestellt zurück.', 'Le colis contenant ce cadeau de la commande {order_number} est revenu sans avoir été livré.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'until', 'Kies tot en met {date}. Kies je niets, dan krijg je vanzelf {amount} terug.', 'Choose until the end of {date}. If you choose nothing, you get {amount} back without doing anything.', 'Die Wahl ist bis einschließlich {date} möglich. Ohne Wahl kommt {amount} von selbst zurück.', 'Choisissez jusqu’au {date} inclus. Sans choix de votre part, {amount} vous est rendu automatiquement.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'giftsTitle', 'Voor evenveel punten', 'For the same points', 'Für gleich viele Punkte', 'Pour autant de points'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'noGifts', 'Er is nu geen ander cadeau voor evenveel punten.', 'There is no other gift for the same points right now.', 'Es gibt gerade kein anderes Geschenk für gleich viele Punkte.', 'Il n’y a pas d’autre cadeau pour autant de points en ce moment.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'take', 'Kies dit', 'Choose this', 'Dieses wählen', 'Choisir celui-ci'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'takeLabel', 'Kies dit: {name}', 'Choose this: {name}', 'Dieses wählen: {name}', 'Choisir celui-ci : {name}'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'backTitle', 'Liever niets anders?', 'Rather nothing else?', 'Lieber nichts anderes?', 'Plutôt rien d’autre ?'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'backText', 'Je krijgt {amount} terug.', 'You get {amount} back.', 'Zurück kommt {amount}.', 'Vous récupérez {amount}.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'back', 'Geef het terug', 'Give it back to me', 'Bitte zurückgeben', 'Rendez-le-moi'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'confirmTitle', '{name} kiezen?', 'Choose {name}?', '{name} wählen?', 'Choisir {name} ?'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'confirmText', 'We sturen het naar het adres van je bestelling. Daarna kun je niet nog eens kiezen.', 'We send it to the address of your order. After that you cannot choose again.', 'Wir schicken es an die Adresse der Bestellung. Danach ist keine neue Wahl möglich.', 'Nous l’envoyons à l’adresse de votre commande. Ensuite, vous ne pourrez plus choisir.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'confirmBackTitle', 'Alles terug?', 'Take it all back?', 'Alles zurück?', 'Tout récupérer ?'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'confirmBackText', 'Je krijgt {amount} terug. Daarna kun je hier niets meer kiezen.', 'You get {amount} back. After that you cannot choose anything here.', 'Zurück kommt {amount}. Danach ist hier keine Wahl mehr möglich.', 'Vous récupérez {amount}. Ensuite, vous ne pourrez plus choisir ici.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'confirm', 'Ja, zo is het goed', 'Yes, that is right', 'Ja, so ist es richtig', 'Oui, c’est bien cela'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'keep', 'Nog even kijken', 'Keep looking', 'Weiter ansehen', 'Continuer à regarder'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'doneOtherGift', '{name} komt eraan. We mailen je zodra het onderweg is.', '{name} is coming. We will mail you as soon as it is on its way.', '{name} kommt. Sobald es unterwegs ist, kommt eine E-Mail.', '{name} arrive. Nous vous écrirons dès que le cadeau sera en route.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'doneBack', 'Geregeld: je krijgt {amount} terug.', 'Arranged: you get {amount} back.', 'Geregelt: Zurück kommt {amount}.', 'C’est réglé : vous récupérez {amount}.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'doneCalledOff', 'Dit cadeau kan toch komen. Je hoeft niets te doen.', 'This gift can come after all. There is nothing you need to do.', 'Dieses Geschenk kann doch kommen. Es ist nichts zu tun.', 'Ce cadeau peut finalement venir. Vous n’avez rien à faire.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'doneOvertaken', 'Dit is al op een andere manier teruggegeven.', 'This has already been given back in another way.', 'Dies wurde schon auf andere Weise erstattet.', 'Ceci a déjà été rendu d’une autre manière.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'over', 'Hier valt niets meer te kiezen.', 'There is nothing left to choose here.', 'Hier gibt es nichts mehr zu wählen.', 'Il n’y a plus rien à choisir ici.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'soldOut', 'Dat cadeau is net uitverkocht. Kies iets anders.', 'That gift has just sold out. Choose something else.', 'Dieses Geschenk ist gerade ausverkauft. Bitte etwas anderes wählen.', 'Ce cadeau vient d’être épuisé. Choisissez autre chose.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'unknownTitle', 'Deze link werkt niet', 'This link does not work', 'Dieser Link funktioniert nicht', 'Ce lien ne fonctionne pas'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'unknownText', 'Open de link uit je mail nog eens, of vraag het de klantenservice.', 'Open the link in your mail once more, or ask customer service.', 'Öffnen Sie den Link aus der E-Mail noch einmal oder fragen Sie den Kundenservice.', 'Ouvrez encore une fois le lien de votre e-mail, ou demandez au service client.'),
  ('confirmationpagecomponents', 'chooseAgain', 'text', 'orderNotice', '{name} kan niet komen. Kies iets anders, of krijg terug wat het kostte.', '{name} cannot come. Choose something else, or get back what it cost.', '{name} kann nicht kommen. Wählen Sie etwas anderes, oder Sie bekommen zurück, was es gekostet hat.', '{name} ne peut pas venir. Choisissez autre chose, ou récupérez ce qu’il a coûté.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
