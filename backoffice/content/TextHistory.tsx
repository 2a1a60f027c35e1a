import { useQuery } from '@tanstack/react-query'

import css from '#backoffice/content/Editor.module.css'
import { DeskLink } from '#backoffice/desk-address.tsx'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskInput } from '#contract/desk/desk-call.ts'

/** What was published of a page, the newest first; each leads to where versions are compared. */
export function TextHistory({
  asked,
}: {
  asked: Pick<DeskInput<'versions'>, 'channel' | 'path' | 'kind'>
}) {
  const say = useSay()
  const { data } = useQuery(deskQuery('versions', { ...asked, limit: 20 }))
  if (!data || data.items.length === 0) return null
  return (
    <section className={css.history} aria-label={say('history')}>
      <h2>{say('history')}</h2>
      <ol>
        {data.items.map(({ id, kind, subject, channel, release, by, at, key }) => (
          <li key={id}>
            <Moment at={at} />
            <DeskLink
              to={`/desk/content/versions?${new URLSearchParams({ channel, kind, subject }).toString()}`}
            >
              {nameOf(key)}
            </DeskLink>
            <span className={css.soft}>
              {release.name}
              {by ? ` · ${by.name}` : ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const nameOf = (key: Record<string, unknown>): string =>
  ['mail', 'block', 'key', 'field', 'id', 'language']
    .filter((part) => !(part === 'field' && 'key' in key))
    .flatMap((part) => {
      const value = key[part]
      return typeof value === 'string' && value !== '' ? [value] : []
    })
    .join(' · ')
