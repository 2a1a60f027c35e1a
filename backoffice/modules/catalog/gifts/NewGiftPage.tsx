import { useQuery } from '@tanstack/react-query'

import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { codeFromName } from '#backoffice/modules/catalog/code-from-name.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages, type Language } from '#domain/language.ts'

import css from './NewGiftPage.module.css'

type Values = {
  name: string
  id: string
  brand: string
  delivery: 'monta' | 'dropship' | 'digital'
  language: Language
}
type Draft = ReturnType<typeof useDraft<Values>>

export function NewGiftPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const draft = useDraft<Values>(`${staff.id}.gift.new`, {
    name: '',
    id: '',
    brand: '',
    delivery: 'monta',
    language: 'nl',
  })
  const { values } = draft
  const action = useAction('createGift', { done: ({ name }) => t('giftCreated', { name }) })
  const code = values.id === '' ? codeFromName(values.name) : values.id
  return (
    <>
      <PageHead title={t('newGift')} parent={{ to: '/backoffice/gifts', label: t('gifts') }} />
      <div className={css.body}>
        <Form
          title={t('newGift')}
          titled={false}
          submit={t('createGift')}
          note={t('createGiftHelp')}
          failure={action.failure}
          refusal={action.refusal}
          busy={action.busy}
          changed={draft.changed}
          onDiscard={draft.clear}
          onSubmit={async () => {
            const created = await action.run({ ...values, id: code })
            if (!created) return
            draft.clear()
            navigate(`/backoffice/gifts/${created.id}`)
          }}
        >
          <NewGiftFields draft={draft} code={code} />
        </Form>
      </div>
    </>
  )
}

function NewGiftFields({ draft, code }: { draft: Draft; code: string }) {
  const t = useTranslate()
  const { values, type } = draft
  return (
    <>
      <FormField
        label={t('name')}
        name="name"
        required
        maxLength={200}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormSelect
        label={t('language')}
        value={values.language}
        onChange={({ target }) => type({ language: target.value as Values['language'] })}
      >
        {allLanguages.map((language) => (
          <option key={language} value={language}>
            {t(`in.${language}`)}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('giftCode')}
        name="id"
        hint={t('giftCodeHelp')}
        required
        maxLength={80}
        value={code}
        onChange={({ target }) => type({ id: target.value })}
      />
      <BrandField draft={draft} />
      <FormSelect
        label={t('deliveryMethod')}
        value={values.delivery}
        onChange={({ target }) => type({ delivery: target.value as Values['delivery'] })}
      >
        {(['monta', 'dropship', 'digital'] as const).map((delivery) => (
          <option key={delivery} value={delivery}>
            {t(`deliveryMethod.${delivery}`)}
          </option>
        ))}
      </FormSelect>
    </>
  )
}

function BrandField({ draft: { values, type } }: { draft: Draft }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('attributeNames', {}))
  return (
    <FormSelect
      label={t('brand')}
      required
      value={values.brand}
      onChange={({ target }) => type({ brand: target.value })}
    >
      <option value="">–</option>
      {(data?.brands ?? [])
        .filter(({ retired }) => !retired)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </FormSelect>
  )
}
