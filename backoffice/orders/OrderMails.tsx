import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './DeskOrderPage.module.css'

/** Which mails went out, each with the button that sends it once more. */
export function OrderMails({
  order,
  maySend,
}: {
  order: DeskAnswer<'orderAtDesk'>
  maySend: boolean
}) {
  const say = useSay()
  const deed = useDeed('sendMailAgain', { done: () => say('order.sentAgain') })
  return (
    <section className={css.part} aria-label={say('order.mails')}>
      <h2>{say('order.mails')}</h2>
      {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
      <ul>
        {order.mails.map(({ id, kind, at, email, state }) => (
          <li key={id} className={css.row}>
            <span>
              {say(`order.mail.${kind}`)} <span className={css.soft}>{email}</span>{' '}
              {state === 'refused' ? say('mend.refused') : null}
            </span>
            <span className={css.deeds}>
              <Moment at={at} />
              {maySend ? (
                <DeskButton
                  little
                  busy={deed.busy}
                  aria-label={`${say('order.sendAgain')}: ${say(`order.mail.${kind}`)}`}
                  onClick={() => void deed.run({ number: order.number, mail: id })}
                >
                  {say('order.sendAgain')}
                </DeskButton>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
