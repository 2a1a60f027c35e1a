import { goTo } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { useDraft } from '#backoffice/draft.ts'
import { EmployerFields, type EmployerValues } from '#backoffice/employers/EmployerFields.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './Employers.module.css'

const EMPTY: EmployerValues = {
  name: '',
  vat_number: '',
  peppol_id: '',
  address: '',
  contact: '',
  email: '',
}

export function NewEmployerPage({ staff }: DeskPageProps) {
  const say = useSay()
  const draft = useDraft<EmployerValues>(`${staff.id}.employer`, EMPTY)
  const deed = useDeed('addEmployer')
  return (
    <>
      <PageHead title={say('newEmployer')} up={{ to: '/desk/employers', word: say('employers') }} />
      <div className={css.body}>
        <div className={css.columns}>
          <Form
            title={say('newEmployer')}
            titled={false}
            submit={say('save')}
            wrong={deed.wrong}
            refusal={deed.refusal}
            busy={deed.busy}
            changed={draft.changed}
            onDiscard={draft.clear}
            onSubmit={async () => {
              const made = await deed.run(draft.values)
              if (!made) return
              draft.clear()
              goTo(`/desk/employers/${made.id}`)
            }}
          >
            <EmployerFields values={draft.values} type={draft.type} />
          </Form>
        </div>
      </div>
    </>
  )
}
