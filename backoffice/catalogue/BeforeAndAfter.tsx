import { DeskLink } from '#backoffice/desk-address.tsx'
import { GiftPicture } from '#backoffice/catalogue/GiftPicture.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './BeforeAndAfter.module.css'

type Row = DeskAnswer<'catalogueChange'>['first'][number]

/** The first of what is written: what stands there, and what will. */
export function BeforeAndAfter({ rows, of }: { rows: readonly Row[]; of: number }) {
  const say = useSay()
  return (
    // What is wider than the page is moved by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label={say('beforeAndAfter')}>
      <table className={css.table}>
        <caption className={css.caption}>{say('firstOf', { count: rows.length, of })}</caption>
        <thead>
          <tr>
            <th scope="col">{say('gift')}</th>
            <th scope="col">{say('channel')}</th>
            <th scope="col">{say('now')}</th>
            <th scope="col">{say('afterwards')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ gift, name, picture, id, channel, language, before, after }) => (
            <tr key={[gift, id, channel, language, JSON.stringify(after)].join(' ')}>
              <td>
                <DeskLink to={`/desk/gifts/${gift}`} className={css.gift}>
                  <GiftPicture file={picture} />
                  {name}
                </DeskLink>
                {id === gift ? null : <span className={css.soft}> {id}</span>}
              </td>
              <td className={css.soft}>{[channel, language].filter(Boolean).join(' ') || '–'}</td>
              <td className={css.was}>{inWords(before)}</td>
              <td className={css.now}>{inWords(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A value of the catalogue, short. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(String).join(', ')
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (typeof value === 'object') return Object.values(value).map(String).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
