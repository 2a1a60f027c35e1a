import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import type { Device } from '#backoffice/modules/content/preview/PreviewFrame.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The width that the shop is shown at. */
export function DeviceSwitch({
  device,
  onChoose,
}: {
  device: Device
  onChoose: (device: Device) => void
}) {
  const t = useTranslate()
  return (
    <ChoiceBar
      label={t('preview.width')}
      chosen={device}
      choices={[
        { value: 'desktop', name: t('preview.desktop') },
        { value: 'phone', name: t('preview.phone') },
      ]}
      onChoose={onChoose}
    />
  )
}

export const deviceIn = (asked: URLSearchParams): Device =>
  asked.get('device') === 'phone' ? 'phone' : 'desktop'
