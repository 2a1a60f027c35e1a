import { useState } from 'react'

import { DeskLink } from '#backoffice/kit/router/address.tsx'
import { DeskButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DeskField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useDeed } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { DeskAnswer } from '#contract/client.staff.ts'

import css from './OrderDetailPage.module.css'

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
