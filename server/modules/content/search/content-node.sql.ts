import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'

export const listTags = (
  sql: Queries,
  {
    channel,
    tags,
    search,
    limit,
  }: { channel: string; tags: string[] | undefined; search: string | undefined; limit: 20 | 1000 },
) => sql<
  {
    tag: string
    texts: Partial<Record<Language, string>>
    gifts: number
    menu: string[]
    tiles: string[]
  }[]
>`
  select tag.id as tag, tag.texts,
    (select count(*) from product_tag where tag_id = tag.id) as gifts,
    array(select distinct item_id from navigation_tag
      where tag_id = tag.id and channel_id in (${channel}, ${SHARED_CHANNEL}) order by 1) as menu,
    array(select distinct kind || ' ' || id from home_tile
      where tag.id = any(tag_ids) and channel_id in (${channel}, ${SHARED_CHANNEL}) order by 1) as tiles
  from tag
  where true
    ${tags === undefined ? sql`` : sql`and tag.id = any(${tags}::text[])`}
    ${
      search === undefined || search === ''
        ? sql``
        : sql`and (strpos(tag.id, lower(${search})) > 0 or exists (
        select from jsonb_each_text(tag.texts) translation where strpos(lower(translation.value), lower(${search})) > 0))`
    }
  order by tag.position, tag.id
  limit ${limit}`
