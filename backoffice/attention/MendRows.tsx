import { DeskLink } from '#backoffice/desk-address.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { type Say, useSay } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './CausePage.module.css'

type Mend = NonNullable<DeskAnswer<'attentionCause'>['mend']>

/** What pressing the button writes. */
export function MendRows({ mend }: { mend: Mend }) {
  const say = useSay()
  const euros = useEuros()
  return (
    <>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">{say('attention.what')}</th>
              <th scope="col">{say('attention.subject')}</th>
              <th scope="col">{say('attention.is')}</th>
              <th scope="col">{say('attention.wouldBe')}</th>
            </tr>
          </thead>
          <tbody>
            {mend.rows.map((row) => (
              <tr key={`${row.what} ${row.subject} ${row.before}`}>
                <td>{wordOf(say, row.what.split('.')[0] ?? row.what)}</td>
                <td>
                  {row.order ? (
                    <DeskLink to={`/desk/orders/${row.order}`}>{row.subject}</DeskLink>
                  ) : (
                    row.subject
                  )}
                  {row.cents === undefined ? null : ` ${euros(row.cents)}`}
                </td>
                <td className={css.soft}>{wordOf(say, row.before)}</td>
                <td className={css.now}>{wordOf(say, row.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mend.more > 0 ? (
        <p className={css.soft}>{say('attention.andMore', { count: mend.more })}</p>
      ) : null}
    </>
  )
}

/** A count, or a number of something, is said as it is. */
const WORDS = {
  job: 'mend.job',
  mail: 'mend.mail',
  parcel: 'mend.parcel',
  'digital-gift': 'mend.digital-gift',
  'back-order': 'mend.is.back-order',
  'waits-for-code': 'mend.waits-for-code',
  'handed-out': 'mend.handed-out',
  payment: 'mend.payment',
  refund: 'mend.refund',
  chargeback: 'mend.chargeback',
  release: 'mend.release',
  shelf: 'mend.shelf',
  'shelf-reserved': 'mend.shelf-reserved',
  books: 'mend.books',
  webhook: 'mend.webhook',
  'parcel-lost': 'mend.is.parcel-lost',
  'parcel-refused': 'mend.is.parcel-refused',
  'holder-chooses': 'mend.is.holder-chooses',
  waits: 'mend.waits',
  'tried-now': 'mend.tried-now',
  'given-up': 'mend.given-up',
  'sent-again': 'mend.sent-again',
  'sent-to-new-address': 'mend.sent-to-new-address',
  'sent-now': 'mend.sent-now',
  refused: 'mend.refused',
  'not-accepted': 'mend.not-accepted',
  'handed-over-again': 'mend.handed-over-again',
  'without-order': 'mend.without-order',
  'asked-now': 'mend.asked-now',
  failed: 'mend.failed',
  canceled: 'mend.canceled',
  'refunded-again': 'mend.refunded-again',
  stands: 'mend.stands',
  accepted: 'mend.accepted',
  stopped: 'mend.stopped',
  draft: 'mend.draft',
  missing: 'mend.missing',
  differs: 'mend.differs',
  'checked-again': 'mend.checked-again',
} as const satisfies Record<string, WordKey>

const wordOf = (say: Say, word: string): string =>
  word in WORDS ? say(WORDS[word as keyof typeof WORDS]) : word
