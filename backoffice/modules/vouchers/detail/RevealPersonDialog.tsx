import { useState } from 'react'

import type { CaseDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ReasonDialog } from '#backoffice/modules/vouchers/detail/ReasonDialog.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './VoucherFacts.module.css'

/** Who it is, for whoever has to say why they want to know. */
export function PersonDialog(props: CaseDialogProps) {
  const say = useSay()
  const [person, setPerson] = useState<StaffResponse<'askPerson'> | null>(null)
  const action = useAction('askPerson')
  if (person === null) {
    return (
      <ReasonDialog
        {...props}
        {...action}
        title={say('case.show')}
        effect={say('case.showWhy')}
        stays
        run={async (reason) => {
          const told = await action.run({ id: props.found.id, reason })
          if (told) setPerson(told)
          return told
        }}
      />
    )
  }
  return (
    <ModalDialog title={person.name || say('case.holder')} onClose={props.onClose}>
      <dl className={css.list}>
        {[
          [say('mail'), person.mail],
          [say('case.phone'), person.phone],
          [say('case.department'), person.department],
          [say('case.addresses'), person.addresses.join(' · ')],
        ].map(([word, value]) =>
          value ? (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </ModalDialog>
  )
}
