import { useState } from 'react'

import { DeskLink } from '#backoffice/desk-address.tsx'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './DeskOrderPage.module.css'

/** Who and where; whoever may not read it sees how it begins, and may ask with a reason. */
export function OrderPerson({
  order,
  mayAsk,
}: {
  order: DeskAnswer<'orderAtDesk'>
  mayAsk: boolean
}) {
  const say = useSay()
  const [reason, setReason] = useState('')
  const [shown, setShown] = useState<DeskAnswer<'showPerson'> | null>(null)
  const deed = useDeed('showPerson')
  const { name, email, telephone } = (shown ?? order).person
  return (
    <section className={css.part} aria-label={say('order.person')}>
      <h2>{say('order.person')}</h2>
      <p>
        {[name, email, telephone, ...(shown ?? order.delivery).address]
          .filter(Boolean)
          .map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        <DeskLink to={`/desk/holders/${order.voucher}`}>{say('order.holder')}</DeskLink>
      </p>
      {order.masked && !shown ? (
        <>
          <Notice kind="info">{say('order.masked')}</Notice>
          {mayAsk ? (
            <>
              <DeskField
                label={say('reason')}
                maxLength={500}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
              {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
              <div className={css.deeds}>
                <DeskButton
                  busy={deed.busy}
                  onClick={() =>
                    void deed
                      .run({ number: order.number, reason })
                      .then((answer) => answer && setShown(answer))
                  }
                >
                  {say('order.show')}
                </DeskButton>
              </div>
            </>
          ) : null}
        </>
      ) : null}
    </section>
  )
}
