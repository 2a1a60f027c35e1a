import css from '#backoffice/modules/content/company/CompanyPage.module.css'
import { FieldsPage } from '#backoffice/modules/content/editor/FieldsPage.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { COUNTRIES } from '#domain/addresses/countries.ts'

/** The delivery countries of the channel, in the order in which they are offered. */
export function CountriesPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return (
    <FieldsPage staff={staff} name="countries" title={t('contentNode.countries')}>
      {(access) => {
        const value = access.valueOf('countries')
        const chosen = Array.isArray(value) ? value.filter((code) => typeof code === 'string') : []
        const issue = access.issueOf('countries')
        return (
          <>
            <p className={css.help}>{t('countriesHelp')}</p>
            {issue ? <Notice kind="bad">{issue}</Notice> : null}
            <fieldset className={css.countries}>
              <legend className="visually-hidden">{t('contentNode.countries')}</legend>
              {COUNTRIES.map((country) => (
                <FormCheckbox
                  key={country}
                  disabled={access.readOnly}
                  checked={chosen.includes(country)}
                  onChange={({ target }) =>
                    access.write(
                      'countries',
                      target.checked
                        ? [...chosen, country]
                        : chosen.filter((other) => other !== country),
                    )
                  }
                >
                  {names.of(country)}
                  {chosen[0] === country ? ` · ${t('comesFirst')}` : ''}
                </FormCheckbox>
              ))}
            </fieldset>
          </>
        )
      }}
    </FieldsPage>
  )
}
