import type { News } from '#server/platform/db/change-events.ts'
import type { Holders } from '#server/modules/sessions/holders.ts'

/**
 * After the commit of what said `tellLater`: this process reads the holder anew at once, the others within a moment.
 * Within a transaction that remembers an answer it is said a little early; then the next reading of news finds it.
 */
export function tellOfHolder(
  { holders, news }: { holders: Pick<Holders, 'erase'>; news: Pick<News, 'announce'> },
  voucherId: number,
) {
  holders.erase(voucherId)
  news.announce()
}
