import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import type { Device } from '#backoffice/modules/content/preview/PreviewFrame.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Chooses the width at which the shop is shown. */
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
        {
          value: 'desktop',
          name: t('preview.desktop'),
          display: <BackofficeIcon name="desktop" />,
        },
        { value: 'phone', name: t('preview.phone'), display: <BackofficeIcon name="phone" /> },
      ]}
      onChoose={onChoose}
    />
  )
}

/** The device in the address of the page; without one, it depends on the width of the screen. */
export function useDevice(): [device: Device, choose: (device: Device) => void] {
  const [query, change] = useQueryParams()
  const isWide = useMedia('(width >= 48rem)')
  const fromAddress = query.get('device')
  const isKnown = fromAddress === 'phone' || fromAddress === 'desktop'
  const defaultDevice = isWide ? 'desktop' : 'phone'
  return [isKnown ? fromAddress : defaultDevice, (device) => change({ device }, { replace: true })]
}
