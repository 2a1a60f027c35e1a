import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { tagOf } from '#domain/language.ts'

import css from './VatForm.module.css'

type Page = StaffResponse<'channelPage'>

/** What kind of voucher a channel gives: an owner's decision, with whose word it rests on. */
export function VatForm({ page, me, mayWrite }: { page: Page; me: string; mayWrite: boolean }) {
  const t = useTranslate()
  const { voucher_vat: decided } = page
  const draft = useDraft<{ kind: 'single' | 'multi'; adviser: string }>(
    `${me}.channel.${page.id}.vat`,
    { kind: decided?.kind ?? 'multi', adviser: '' },
  )
  const action = useAction('decideVoucherVat', { done: () => t('channel.vatSaved') })
  if (!mayWrite) {
    return (
      <section id="vat" className={css.read} aria-label={t('channel.vat')}>
        <h2>{t('channel.vat')}</h2>
        <Decided page={page} />
        <p className={css.soft}>{t('channel.vatOwner')}</p>
      </section>
    )
  }
  return (
    <div id="vat">
      <Form
        title={t('channel.vat')}
        submit={t('channel.decide')}
        main={draft.changed}
        note={t('channel.vatOwner')}
        wrong={action.wrong}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          const saved = await action.run({ id: page.id, version: page.version, ...draft.values })
          if (saved) draft.clear()
        }}
      >
        <Decided page={page} />
        <fieldset className={css.kinds}>
          <legend className="visually-hidden">{t('channel.vat')}</legend>
          {(['multi', 'single'] as const).map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name={`vat-${page.id}`}
                checked={draft.values.kind === kind}
                onChange={() => draft.type({ kind })}
              />{' '}
              {t(`channel.vat.${kind}`)}
            </label>
          ))}
        </fieldset>
        <FormField
          label={t('channel.adviser')}
          hint={t('channel.adviserHelp')}
          required
          maxLength={200}
          value={draft.values.adviser}
          onChange={({ target }) => draft.type({ adviser: target.value })}
        />
      </Form>
    </div>
  )
}

function Decided({ page: { id, voucher_vat: decided } }: { page: Page }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const zone = useZone(id)
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
