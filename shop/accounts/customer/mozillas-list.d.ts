declare module "fxa-common-password-list" {
  const list: {
    /** Whether it is one of 50,000 passwords of nine characters and more that leaked most often. */
    test(password: string): boolean;
  };
  export default list;
}
