import { goTo } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { useDraft } from '#backoffice/draft.ts'
import { Form } from '#backoffice/parts/Form.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import {
  SupplierFields,
  supplierInput,
  type SupplierValues,
} from '#backoffice/suppliers/SupplierFields.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './Suppliers.module.css'

const EMPTY: SupplierValues = {
  name: '',
  email: '',
  language: 'nl',
  way: 'mail',
  remind_days: '3',
  brands: [],
}

export function NewSupplierPage({ staff }: DeskPageProps) {
  const say = useSay()
  const draft = useDraft<SupplierValues>(`${staff.id}.new-supplier`, EMPTY)
  const deed = useDeed('addSupplier')
  return (
    <>
      <PageHead
        title={say('supplier.new')}
        up={{ to: '/desk/suppliers', word: say('supplier.title') }}
      />
      <div className={css.body}>
        <Form
          title={say('supplier.new')}
          titled={false}
          submit={say('save')}
          wrong={deed.wrong}
          refusal={deed.refusal}
          busy={deed.busy}
          changed={draft.changed}
          onDiscard={draft.clear}
          onSubmit={async () => {
            const made = await deed.run(supplierInput(draft.values))
            if (!made) return
            draft.clear()
            goTo(`/desk/suppliers/${made.id}`)
          }}
        >
          <SupplierFields values={draft.values} type={draft.type} />
        </Form>
      </div>
    </>
  )
}
