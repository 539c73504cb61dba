/** How Node names what is wrong with a certificate: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const problems = /CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/;

/**
 * In: the code of an error of a TLS connection. Out: whether the server was reached and its certificate is not accepted:
 * of another name, expired, or signed by nobody known. Common with mail servers of web hosts, whose certificate has the
 * host's name and not the customer's.
 */
export function isCertificateProblem(code: unknown): boolean {
  return typeof code === "string" && problems.test(code);
}

/** The same for whoever enters the server's name. */
export const certificateInWords =
  "the certificate of the mail server is not valid for this name; your mail provider tells the name to use";
