import type { VatDraft } from '#backoffice/modules/channels/settings/use-vat-draft.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useIssueOf } from '#backoffice/kit/form/form-issue.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { tagOf } from '#domain/language.ts'

import css from './Fields.module.css'

type Page = StaffResponse<'channelPage'>

/** The VAT type of a channel's vouchers: an owner's decision, with the adviser it is based on. */
export function VatFields({
  page,
  draft,
  readOnly,
}: {
  page: Page
  draft: VatDraft
  readOnly: boolean
}) {
  const t = useTranslate()
  const kindIssue = useIssueOf('kind')
  return (
    <>
      <CurrentDecision page={page} />
      <p className={css.help}>{t('channel.vatOwner')}</p>
      {readOnly ? null : (
        <>
          <fieldset id="kind" className={css.group}>
            <legend className="visually-hidden">{t('channel.vat')}</legend>
            {(['multi', 'single'] as const).map((kind) => (
              <label key={kind} className={css.choice}>
                <input
                  type="radio"
                  name={`vat-${page.id}`}
                  required={draft.changed}
                  checked={draft.values.kind === kind}
                  onChange={() => draft.type({ kind })}
                />
                {t(`channel.vat.${kind}`)}
              </label>
            ))}
            {kindIssue ? <Notice kind="bad">{kindIssue}</Notice> : null}
          </fieldset>
          <FormField
            label={t('channel.adviser')}
            name="adviser"
            data-anchor="adviser"
            hint={t('channel.adviserHelp')}
            required={draft.changed}
            maxLength={200}
            value={draft.values.adviser}
            onChange={({ target }) => draft.type({ adviser: target.value })}
          />
        </>
      )}
    </>
  )
}

function CurrentDecision({ page: { id, voucher_vat: decided } }: { page: Page }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const zone = useTimeZone(id)
  if (!decided) return <p>{t('channel.vatNobody')}</p>
  return (
    <p>
      {t('channel.vatBy', {
        kind: t(`channel.vat.${decided.kind}`),
        name: decided.by?.name ?? t('someone'),
        date: new Date(decided.at).toLocaleDateString(tagOf(language), {
          dateStyle: 'long',
          timeZone: zone,
        }),
        adviser: decided.adviser,
      })}
    </p>
  )
}
