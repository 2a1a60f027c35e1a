import { useQuery } from '@tanstack/react-query'

import { DeskLink } from '#backoffice/desk-address.tsx'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { actionWords } from '#backoffice/parts/action-words.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskInput } from '#contract/desk/desk-call.ts'

import css from './History.module.css'

type Values = Record<string, unknown> | null
const IN_RELEASE = /^(content|mail|navigation|tile|channel) \d+ /

/** Of what was changed the first names; what it said stands on the line's own page. */
function namesIn(before: Values, after: Values): string[] {
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const things = all.filter((name) => IN_RELEASE.test(name))
  const names =
    things.length > 0
      ? things.map((name) => name.replace(IN_RELEASE, ''))
      : Object.keys(before ?? {}).filter((name) => after !== null && name in after)
  const [first, second, third, ...more] = names
  return [first, second, third, more.length > 0 ? `+${more.length}` : undefined].filter(
    (name) => name !== undefined,
  )
}

/** What was done, the newest first: to one thing, or by one person. */
export function History({
  title,
  asked,
}: {
  title: string
  asked: Pick<DeskInput<'audit'>, 'subject_kind' | 'subject_id' | 'staff' | 'limit'>
}) {
  const say = useSay()
  const { data } = useQuery(deskQuery('audit', asked))
  if (!data || data.items.length === 0) return null
  return (
    <section className={css.history}>
      <h2>{title}</h2>
      <ol>
        {data.items.map(({ id, at, staff, action, reason, channel, before, after }) => (
          <li key={id}>
            <p>
              <DeskLink to={`/desk/audit/${id}`}>{actionWords(say, action)}</DeskLink>
              {namesIn(before, after).map((name) => (
                <span key={name} className={css.soft}>
                  {' '}
                  · {name}
                </span>
              ))}
              {staff ? <span className={css.soft}> · {staff.name}</span> : null}
              {reason ? <q className={css.reason}>{reason}</q> : null}
            </p>
            <Moment at={at} channel={channel} />
          </li>
        ))}
      </ol>
    </section>
  )
}
