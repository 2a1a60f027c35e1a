import { useState } from 'react'

import type { Attribute } from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import {
  AttributeFields,
  type AttributeValues,
} from '#backoffice/modules/catalog/attributes/AttributeFields.tsx'
import { codeFromName } from '#backoffice/modules/catalog/code-from-name.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

/** The code of a new attribute follows its name until the user edits the code. */
export function NewAttribute({
  kind,
  parent,
  onClose,
  onCreated,
}: {
  kind: Attribute['kind']
  parent: Attribute | null
  onClose: () => void
  onCreated: (created: StaffResponse<'createAttribute'>) => void
}) {
  const t = useTranslate()
  const [code, setCode] = useState<string | null>(null)
  const [values, setValues] = useState<AttributeValues>({ texts: {}, hexcode: '', mail: '' })
  const name = values.texts['nl'] ?? ''
  const action = useAction('createAttribute', { done: () => t('attribute.made', { name }) })
  const title = t(`attribute.new.${kind}`, { name: parent?.name ?? '' })
  async function create() {
    const created = await action.run({
      kind,
      id: code ?? codeFromName(name),
      ...(parent ? { parent: parent.id } : {}),
      ...(kind === 'brand' ? { name, supplier_email: values.mail } : { texts: values.texts }),
      ...(kind === 'value' ? { hexcode: values.hexcode } : {}),
    })
    if (created) onCreated(created)
  }
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form
        title={title}
        titled={false}
        submit={t('attribute.make')}
        note={t('liveAtOnce')}
        failure={action.failure}
        refusal={action.refusal}
        busy={action.busy}
        changed={false}
        onDiscard={onClose}
        onSubmit={create}
      >
        <AttributeFields
          kind={kind}
          values={values}
          readOnly={false}
          type={(part) => setValues({ ...values, ...part })}
        />
        <FormField
          label={t('attribute.code')}
          name="id"
          hint={t('attribute.codeHelp')}
          required
          value={code ?? codeFromName(name)}
          onChange={({ target }) => setCode(target.value)}
        />
      </Form>
    </ModalDialog>
  )
}
