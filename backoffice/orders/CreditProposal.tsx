import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './DeskOrderPage.module.css'

/** What will be booked, and nothing else: the button names the whole of it. */
export function CreditProposal({
  proposal,
  onAway,
}: {
  proposal: DeskAnswer<'proposeCredit'>
  onAway: () => void
}) {
  const say = useSay()
  const euros = useEuros()
  const deed = useDeed('bookCredit', {
    done: ({ credit }) =>
      credit === null ? say('credit.asked') : say('credit.booked', { number: credit }),
  })
  const amount = [
    proposal.points_back > 0
      ? `${proposal.points_back} ${say('order.points').toLowerCase()}`
      : null,
    proposal.cents_sent > 0 ? euros(proposal.cents_sent) : null,
  ]
    .filter((part) => part !== null)
    .join(' + ')
  const elsewhere = proposal.cents - proposal.cents_sent
  const isOver = deed.refusal?.refused === 'changed-since'
  return (
    <section className={css.panel} aria-label={say('credit.proposal')}>
      <h2>{say('credit.proposal')}</h2>
      <ul>
        {proposal.lines.map(({ line, name, quantity, points }) => (
          <li key={line} className={css.row}>
            <span>
              {quantity} × {name}
            </span>
            <span className={css.number}>{quantity * points}</span>
          </li>
        ))}
      </ul>
      <dl className={css.sums}>
        <dt>{say('credit.toPurse')}</dt>
        <dd>{proposal.points_back}</dd>
        <dt>{say('credit.toCard')}</dt>
        <dd>{proposal.cents_sent === 0 ? '–' : euros(proposal.cents_sent)}</dd>
        {proposal.vat_cents > 0 ? (
          <>
            <dt>{say('credit.vat')}</dt>
            <dd>{euros(proposal.vat_cents)}</dd>
          </>
        ) : null}
      </dl>
      {elsewhere > 0 ? (
        <Notice kind="info">{say('credit.byBank', { amount: euros(elsewhere) })}</Notice>
      ) : null}
      {proposal.cancels ? <Notice kind="warn">{say('credit.cancels')}</Notice> : null}
      {proposal.needs_approval ? <Notice kind="warn">{say('credit.needsSecond')}</Notice> : null}
      {deed.wrong ? (
        <Notice kind="bad">{isOver ? say('credit.changed') : deed.wrong}</Notice>
      ) : null}
      <div className={css.deeds}>
        {isOver ? null : (
          <DeskButton
            look="main"
            busy={deed.busy}
            onClick={() =>
              void deed.run({ proposal: proposal.id }).then((booked) => {
                if (booked) onAway()
              })
            }
          >
            {proposal.needs_approval ? say('credit.ask') : say('credit.book', { amount })}
          </DeskButton>
        )}
        <DeskButton onClick={onAway}>{say('credit.other')}</DeskButton>
      </div>
      <p className={css.soft}>{say('credit.cannotUndo')}</p>
    </section>
  )
}
