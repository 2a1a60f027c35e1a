import { goTo } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import {
  EmployerFields,
  type EmployerValues,
} from '#backoffice/modules/employers/EmployerFields.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'

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
  const say = useSay()
  const draft = useDraft<EmployerValues>(`${staff.id}.employer`, EMPTY)
  const action = useAction('addEmployer')
  return (
    <>
      <PageHead
        title={say('newEmployer')}
        up={{ to: '/backoffice/employers', word: say('employers') }}
      />
      <div className={css.body}>
        <div className={css.columns}>
          <Form
            title={say('newEmployer')}
            titled={false}
            submit={say('save')}
            wrong={action.wrong}
            refusal={action.refusal}
            busy={action.busy}
            changed={draft.changed}
            onDiscard={draft.clear}
            onSubmit={async () => {
              const made = await action.run(draft.values)
              if (!made) return
              draft.clear()
              goTo(`/backoffice/employers/${made.id}`)
            }}
          >
            <EmployerFields values={draft.values} type={draft.type} />
          </Form>
        </div>
      </div>
    </>
  )
}
