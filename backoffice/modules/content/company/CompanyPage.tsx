import css from '#backoffice/modules/content/company/CompanyPage.module.css'
import { COMPANY_FIELDS, ORGANISATION_FIELDS } from '#backoffice/i18n/company-fields.ts'
import { type FieldAccess, FieldsPage } from '#backoffice/modules/content/editor/FieldsPage.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The seller's data in mails and terms, by channel. */
export function CompanyPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  return (
    <FieldsPage staff={staff} name="company" title={t('contentNode.company')}>
      {(access) => (
        <div className={css.columns}>
          <Group title={t('seller')} fields={COMPANY_FIELDS} access={access} />
          <Group title={t('giftSender')} fields={ORGANISATION_FIELDS} access={access} />
        </div>
      )}
    </FieldsPage>
  )
}

function Group({
  title,
  fields,
  access,
}: {
  title: string
  fields: readonly (typeof COMPANY_FIELDS | typeof ORGANISATION_FIELDS)[number][]
  access: FieldAccess
}) {
  const t = useTranslate()
  return (
    <section className={css.group} aria-label={title}>
      <h2>{title}</h2>
      {fields.map((field) => {
        const value = access.valueOf(field)
        return (
          <FormField
            key={field}
            data-anchor={field}
            label={t(`field.${field}`)}
            aside={access.isTyped(field) ? t('notSaved') : undefined}
            maxLength={1000}
            readOnly={access.readOnly}
            issue={access.issueOf(field)}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => access.write(field, target.value)}
          />
        )
      })}
    </section>
  )
}
