import css from '#backoffice/modules/content/company/CompanyPage.module.css'
import { COMPANY, ORGANISATION } from '#backoffice/i18n/company-fields.ts'
import { type FieldBox, FieldsPage } from '#backoffice/modules/content/editor/FieldsPage.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The seller's data in mails and terms, by channel. */
export function CompanyPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  return (
    <FieldsPage staff={staff} name="company" title={t('contentNode.company')}>
      {(box) => (
        <div className={css.columns}>
          <Group title={t('seller')} fields={COMPANY} box={box} />
          <Group title={t('giftSender')} fields={ORGANISATION} box={box} />
        </div>
      )}
    </FieldsPage>
  )
}

function Group({
  title,
  fields,
  box,
}: {
  title: string
  fields: readonly (typeof COMPANY | typeof ORGANISATION)[number][]
  box: FieldBox
}) {
  const t = useTranslate()
  return (
    <section className={css.group} aria-label={title}>
      <h2>{title}</h2>
      {fields.map((field) => {
        const value = box.valueOf(field)
        return (
          <FormField
            key={field}
            data-anchor={field}
            label={t(`field.${field}`)}
            aside={box.isTyped(field) ? t('notSaved') : undefined}
            maxLength={1000}
            readOnly={box.readOnly}
            issue={box.issueOf(field)}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => box.write(field, target.value)}
          />
        )
      })}
    </section>
  )
}
