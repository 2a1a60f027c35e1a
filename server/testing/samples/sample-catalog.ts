import type { Queries } from '#server/platform/db/database.ts'

/** Two channels and a few gifts, for tests that need something to spend points on. */
export async function fillCatalogue(sql: Queries) {
  await sql`
    insert into channel (id, name, home_delivery_allowed, undo_minutes) values
      ('2', 'Shared', true, 30), ('1014', 'Giftpoint', true, 30), ('1020', 'Office', false, 0)`
  await sql`insert into brand (id, name) values ('zonnekeramiek', 'Zonnekeramiek')`
  await sql`
    insert into product (id, brand_id, delivery_condition, pictures, owner_channel_id) values
      ('mug', 'zonnekeramiek', 'monta', '{00112233445566778899aabbccddeeff.webp}', '2'),
      ('vase', 'zonnekeramiek', 'dropship', '{}', '2'),
      ('gift-card', 'zonnekeramiek', 'digital', '{}', '2')`
  await sql`
    insert into product_text (product_id, channel_id, language, name, delivery_info) values
      ('mug', '2', 'nl', 'Mok', 'Binnen 2 werkdagen'), ('mug', '2', 'en', 'Mug', null),
      ('mug', '1020', 'nl', 'Mok van de zaak', null), ('vase', '2', 'nl', 'Vaas', null)`
  await sql`
    insert into article (sku, product_id) values
      ('mug', 'mug'), ('vase', 'vase'), ('gift-card', 'gift-card')`
  await sql`
    insert into offer (channel_id, sku, points)
    select channel.id, sku, points
    from channel, (values ('mug', 4), ('vase', 6), ('gift-card', 2)) gift (sku, points)
    where channel.id <> '2'`
  await sql`insert into stock (sku, on_hand, counted) values ('mug', 0, 10), ('vase', 0, 1)`
  await sql`
    insert into stock_movement (sku, quantity, reason) values ('mug', 10, 'count'), ('vase', 1, 'count')`
}
