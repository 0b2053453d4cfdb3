export const names = (kids) => kids.map((kid) => kid.type.length);
