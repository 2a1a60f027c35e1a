import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { ParcelView } from '#domain/fulfilment/parcel-state.ts'

const MARKS = {
  late: 'bad',
  sent: 'half',
  assumed: 'off',
  delivered: 'done',
  lost: 'bad',
  refused: 'warn',
} as const satisfies Record<ParcelView, string>

/** A late parcel also shows its age. */
export function ParcelState({ state, days }: { state: ParcelView; days: number }) {
  const t = useTranslate()
  return (
    <StatusMark kind={MARKS[state]}>
      {state === 'late' ? t('parcel.lateFor', { count: days }) : t(`parcel.state.${state}`)}
    </StatusMark>
  )
}
