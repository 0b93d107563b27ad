"""Writers, mutations and judges of PROV that share no code with the product."""
