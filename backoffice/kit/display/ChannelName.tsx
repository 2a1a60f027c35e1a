import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { hexColour, textOn } from '#domain/channels/theme-contrast.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ChannelName.module.css'

type Channel = StaffResponse<'channelNames'>['items'][number]

type ChannelMarkProps = {
  /** undefined: all channels. */
  channel: Channel | undefined
  large?: boolean
}

/** A small square with the left end of the channel's logo, where its symbol is, or with its first letter. */
export function ChannelMark({ channel, large = false }: ChannelMarkProps) {
  const size = classNames(css.mark, large && css.large)
  if (!channel || channel.id === SHARED_CHANNEL) {
    return (
      <span className={classNames(size, css.all)} aria-hidden="true">
        <BackofficeIcon name="gift" />
      </span>
    )
  }
  if (hasPicture(channel.logo)) {
    return (
      <span className={size}>
        <img className={css.logo} src={pictureUrl(channel.logo)} alt="" />
      </span>
    )
  }
  const background = hexColour(channel.colour)
  return (
    <span className={size} style={{ background, color: textOn(background) }} aria-hidden="true">
      {channel.name.slice(0, 1)}
    </span>
  )
}
