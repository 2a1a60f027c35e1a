import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import {
  EmployerFields,
  type EmployerValues,
} from '#backoffice/modules/employers/EmployerFields.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Employers.module.css'

const EMPTY: EmployerValues = {
  name: '',
  vat_number: '',
  peppol_id: '',
  address: '',
  contact: '',
  email: '',
}

export function NewEmployerPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const draft = useDraft<EmployerValues>(`${staff.id}.employer`, EMPTY)
  const action = useAction('addEmployer')
  return (
    <>
      <PageHead
        title={t('newEmployer')}
        parent={{ to: '/backoffice/employers', label: t('employers') }}
      />
      <div className={css.body}>
        <div className={css.columns}>
          <Form
            title={t('newEmployer')}
            titled={false}
            submit={t('save')}
            failure={action.failure}
            refusal={action.refusal}
            busy={action.busy}
            changed={draft.changed}
            onDiscard={draft.clear}
            onSubmit={async () => {
              const created = await action.run(draft.values)
              if (!created) return
              draft.clear()
              navigate(`/backoffice/employers/${created.id}`)
            }}
          >
            <EmployerFields values={draft.values} type={draft.type} />
          </Form>
        </div>
      </div>
    </>
  )
}
