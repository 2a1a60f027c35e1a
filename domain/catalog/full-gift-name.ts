/** A gift in one line, told apart from the same one in another colour or size. */
export const wholeName = ({ name, variant }: { name: string; variant: string }): string =>
  variant === '' ? name : `${name} (${variant})`
