import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './OrderDetailPage.module.css'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'

/** Sent mails, each with a resend button. */
export function OrderMails({
  order,
  maySend,
}: {
  order: StaffResponse<'staffOrder'>
  maySend: boolean
}) {
  const t = useTranslate()
  const action = useAction('sendMailAgain', { done: () => t('order.sentAgain') })
  return (
    <section className={css.part} aria-label={t('order.mails')}>
      <h2>{t('order.mails')}</h2>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      <ul>
        {order.mails.map(({ id, kind, at, email, state }) => (
          <li key={id} className={css.row}>
            <span>
              {mailName(t, kind)} <span className={css.soft}>{email}</span>{' '}
              {state === 'refused' ? t('resolve.refused') : null}
            </span>
            <span className={css.actions}>
              <Moment at={at} />
              {maySend ? (
                <ActionButton
                  little
                  busy={action.busy}
                  aria-label={`${t('order.sendAgain')}: ${mailName(t, kind)}`}
                  onClick={() => void action.run({ number: order.number, mail: id })}
                >
                  {t('order.sendAgain')}
                </ActionButton>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
