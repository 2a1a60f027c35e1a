import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

const WISHES = ['html', 'json', 'erase'] as const
type Wish = (typeof WISHES)[number]
const wishOf = (text: string): Wish => WISHES.find((wish) => wish === text) ?? 'html'

/** Personal data: export a copy, or erase. */
export function PersonalDataDialog({ staff, found, onClose }: VoucherDialogProps) {
  const t = useTranslate()
  const { id } = found
  const { data } = useQuery(staffQuery('personalData', { id }))
  const draft = useDraft<{ reason: string; wish: string }>(`${staff.id}.case.${id}.personal`, {
    reason: '',
    wish: 'html',
  })
  const copy = useAction('exportPerson', { done: () => t('privacy.personalMade') })
  const erase = useAction('erasePerson', { done: () => t('privacy.asked') })
  const wish = wishOf(draft.values.wish)
  const erases = wish === 'erase'
  return (
    <ModalDialog title={t('privacy.personal')} onClose={onClose}>
      <Form
        title={t('privacy.personal')}
        titled={false}
        submit={t(erases ? 'privacy.askToErase' : 'privacy.makeFile')}
        {...(erases ? { note: t('privacy.personalWaits') } : {})}
        failure={erases ? erase.failure : copy.failure}
        busy={copy.busy || erase.busy}
        off={erases && data?.held !== null}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          const { reason } = draft.values
          if (wish === 'erase') {
            if (!(await erase.run({ id, reason }))) return
          } else {
            const file = await copy.run({ id, as: wish, reason })
            if (!file) return
            keepFile(file)
          }
          draft.clear()
          onClose()
        }}
      >
        <FormSelect
          label={t('privacy.personalAsked')}
          value={wish}
          onChange={({ target }) => draft.type({ wish: target.value })}
        >
          {WISHES.map((one) => (
            <option key={one} value={one}>
              {t(`privacy.personal.${one}`)}
            </option>
          ))}
        </FormSelect>
        {erases && data ? <WhatIsLost kept={data} /> : null}
        <ReasonField value={draft.values.reason} onValue={(reason) => draft.type({ reason })} />
      </Form>
    </ModalDialog>
  )
}

/** The data that is erased, the data that must stay and until when, and reasons to wait. */
function WhatIsLost({ kept }: { kept: StaffResponse<'personalData'> }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { held, held_until: until, available, stays, due } = kept
  return (
    <>
      {held === null ? null : (
        <Notice kind="warn">
          {until === null
            ? t('privacy.personalHeld', { why: t(`privacy.held.${held}`) })
            : t('privacy.personalHeldUntil', {
                why: t(`privacy.held.${held}`),
                day: formatDay(language, until),
              })}
        </Notice>
      )}
      {available > 0 ? <p>{t('privacy.personalLost', { count: available })}</p> : null}
      {stays.map(({ number, until: day }) => (
        <p key={number}>{t('privacy.personalStays', { number, day: formatDay(language, day) })}</p>
      ))}
      <p>
        {due === null
          ? t('privacy.personalNever')
          : t('privacy.personalDue', { day: formatDay(language, due) })}
      </p>
    </>
  )
}

/** Downloads a file that was created in the page. */
function keepFile({ name, type, text }: StaffResponse<'exportPerson'>) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type}; charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
