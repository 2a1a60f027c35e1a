import { useState } from 'react'

import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ReasonDialog } from '#backoffice/modules/vouchers/detail/ReasonDialog.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './VoucherFacts.module.css'

const SESSION_MINUTES = 30

/** Logs in to the shop as the recipient, with a reason. The recipient is notified. */
export function ImpersonationDialog(props: VoucherDialogProps) {
  const t = useTranslate()
  const [session, setSession] = useState<StaffResponse<'actForHolder'> | null>(null)
  const action = useAction('actForHolder')
  const { waits } = props.voucher
  if (waits !== null) {
    return (
      <ModalDialog title={t('voucher.act')} onClose={props.onClose}>
        <div className={css.part}>
          <Notice kind="warn">
            {t(waits === 'being-made' ? 'vouchersBeingCreated' : 'waitsForSecond')}
          </Notice>
        </div>
      </ModalDialog>
    )
  }
  if (session === null) {
    return (
      <ReasonDialog
        {...props}
        {...action}
        title={t('voucher.act')}
        submit={t('voucher.actSubmit')}
        effect={t('voucher.actEffect', { count: SESSION_MINUTES })}
        staysOpen
        run={async (reason) => {
          const started = await action.run({ id: props.voucher.id, reason })
          if (started) setSession(started)
          return started
        }}
      />
    )
  }
  return (
    <ModalDialog title={t('voucher.act')} onClose={props.onClose}>
      <div className={css.part}>
        <Notice kind="good">{t('voucher.actReady')}</Notice>
        <p>{t(session.told ? 'voucher.actTold' : 'voucher.actUntold')}</p>
        {/* The shop accepts a session transfer only from one of its own hosts, so the browser must send its origin. */}
        <a
          className={actionButtonClass('main')}
          href={session.address}
          target="_blank"
          rel="noopener"
          referrerPolicy="origin"
          onClick={props.onClose}
        >
          {t('voucher.actOpen')}
        </a>
      </div>
    </ModalDialog>
  )
}
