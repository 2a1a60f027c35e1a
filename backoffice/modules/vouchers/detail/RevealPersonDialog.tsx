import { useState } from 'react'

import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ReasonDialog } from '#backoffice/modules/vouchers/detail/ReasonDialog.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './VoucherFacts.module.css'

/** Shows the recipient's personal data after the user gives a reason. */
export function RevealPersonDialog(props: VoucherDialogProps) {
  const t = useTranslate()
  const [person, setPerson] = useState<StaffResponse<'revealVoucherRecipient'> | null>(null)
  const action = useAction('revealVoucherRecipient')
  if (person === null) {
    return (
      <ReasonDialog
        {...props}
        {...action}
        title={t('voucher.show')}
        effect={t('voucher.showWhy')}
        staysOpen
        run={async (reason) => {
          const revealed = await action.run({ id: props.voucher.id, reason })
          if (revealed) setPerson(revealed)
          return revealed
        }}
      />
    )
  }
  return (
    <ModalDialog title={person.name || t('voucher.holder')} onClose={props.onClose}>
      <dl className={css.list}>
        {[
          [t('mail'), person.mail],
          [t('voucher.phone'), person.phone],
          [t('voucher.department'), person.department],
          [t('voucher.addresses'), person.addresses.join(' · ')],
        ].map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </ModalDialog>
  )
}
