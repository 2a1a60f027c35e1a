/** A gift's name with its variant, on one line. */
export const wholeName = ({ name, variant }: { name: string; variant: string }): string =>
  variant === '' ? name : `${name} (${variant})`
