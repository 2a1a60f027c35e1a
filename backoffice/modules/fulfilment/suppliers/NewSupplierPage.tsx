import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import {
  SupplierFields,
  supplierInput,
  type SupplierValues,
} from '#backoffice/modules/fulfilment/suppliers/SupplierFields.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Suppliers.module.css'

const EMPTY: SupplierValues = {
  name: '',
  email: '',
  language: 'nl',
  way: 'mail',
  remind_days: '3',
  brands: [],
}

export function NewSupplierPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const draft = useDraft<SupplierValues>(`${staff.id}.new-supplier`, EMPTY)
  const action = useAction('addSupplier')
  return (
    <>
      <PageHead
        title={t('supplier.new')}
        parent={{ to: '/backoffice/suppliers', label: t('supplier.title') }}
      />
      <div className={css.body}>
        <Form
          title={t('supplier.new')}
          titled={false}
          submit={t('save')}
          failure={action.failure}
          refusal={action.refusal}
          busy={action.busy}
          changed={draft.changed}
          onDiscard={draft.clear}
          onSubmit={async () => {
            const created = await action.run(supplierInput(draft.values))
            if (!created) return
            draft.clear()
            navigate(`/backoffice/suppliers/${created.id}`)
          }}
        >
          <SupplierFields values={draft.values} type={draft.type} />
        </Form>
      </div>
    </>
  )
}
