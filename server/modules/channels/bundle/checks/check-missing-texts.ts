import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Gift = { id: string; language: string; named: boolean; described: boolean }
const MAX_LISTED = 5

/**
 * Warnings about gifts on sale without a name in the channel's default language, or without any description, because
 * recipients would see it.
 */
export async function findMissingTexts(
  sql: Transaction,
  { id, channel }: ChannelBundle,
): Promise<FolderProblem[]> {
  const gifts = await sql<Gift[]>`
    select product.id, default_language as language,
      coalesce(bool_or(texts.name <> '' and texts.language = default_language), false) as named,
      coalesce(bool_or(texts.description <> ''), false) as described
    from channel cross join product left join product_text texts
      on product_id = product.id and texts.channel_id in (channel.id, owner_channel_id, ${SHARED_CHANNEL})
    where channel.id = ${id} and exists (
      select from article join offer using (sku)
      where article.product_id = product.id and offer.channel_id = channel.id and active)
    group by product.id, default_language order by product.id`
  const place = channel.place(['default_language'])
  const warnAbout = (incomplete: Gift[], what: string) => {
    const verb = incomplete.length === 1 ? 'has' : 'have'
    const message = `${incomplete.length} of the gifts sold here ${verb} ${what}: ${listIds(incomplete)}`
    return incomplete.length === 0 ? [] : [problemAt(place, message)]
  }
  const unnamed = gifts.filter(({ named }) => !named)
  const undescribed = gifts.filter(({ described }) => !described)
  return [
    ...warnAbout(unnamed, `no name in ${unnamed[0]?.language ?? ''}, the language of this channel`),
    ...warnAbout(undescribed, 'no description in any language'),
  ]
}

const listIds = (gifts: Gift[]) =>
  gifts
    .slice(0, MAX_LISTED)
    .map(({ id }) => id)
    .join(', ') + (gifts.length > MAX_LISTED ? ', …' : '')
