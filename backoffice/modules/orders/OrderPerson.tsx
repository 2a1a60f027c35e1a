import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './OrderDetailPage.module.css'

/**
 * The recipient's name and address. Without permission only the first letters are shown, and the full data needs a
 * reason.
 */
export function OrderPerson({
  order,
  mayAsk,
}: {
  order: StaffResponse<'staffOrder'>
  mayAsk: boolean
}) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [shown, setShown] = useState<StaffResponse<'showPerson'> | null>(null)
  const action = useAction('showPerson')
  const { name, email, telephone } = (shown ?? order).person
  return (
    <section className={css.part} aria-label={t('order.person')}>
      <h2>{t('order.person')}</h2>
      <p>
        {[name, email, telephone, ...(shown ?? order.delivery).address]
          .filter(Boolean)
          .map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        <BackofficeLink to={`/backoffice/holders/${order.voucher}`}>
          {t('order.holder')}
        </BackofficeLink>
      </p>
      {order.masked && !shown ? (
        <>
          <Notice kind="info">{t('order.masked')}</Notice>
          {mayAsk ? (
            <>
              <FormField
                label={t('reason')}
                maxLength={500}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
              {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
              <div className={css.actions}>
                <ActionButton
                  busy={action.busy}
                  onClick={() =>
                    void action
                      .run({ number: order.number, reason })
                      .then((answer) => answer && setShown(answer))
                  }
                >
                  {t('order.show')}
                </ActionButton>
              </div>
            </>
          ) : null}
        </>
      ) : null}
    </section>
  )
}
